/** What reading and checking says quotes the user's own values: a secret that was pasted into a field is not shown. */
import { freshCredential, refused, runCore, sends } from './coreRun.mts';

const secret = 'violet-anchor-38';
const credential = freshCredential({ clientSecret: secret });

async function outputsOf(...items: Parameters<typeof runCore>[0]['items']) {
	const { outputs } = await runCore({
		items,
		credential: () => credential,
		continuesOnFail: true,
	});
	return outputs.map(([output]) => output!.json);
}

test('by a refusal, also where no item goes', async () => {
	const item = refused(`'${secret}' in Recipients has no digits.`);
	const [first, , last] = await outputsOf(item, sends(['+358401001']), item);
	const error = (index: number) => `'*****' in Recipients has no digits. Mend it. [item ${index}]`;
	expect([first!.error, last!.error]).toEqual([error(0), error(2)]);
	expect((await outputsOf(item))[0]!.error).toBe(error(0));
});

test('by the numbers that are skipped', async () => {
	const [output] = await outputsOf(
		sends(['+358401001'], {
			beside: {
				segments: 1,
				encoding: 'GSM-7',
				skippedRecipients: [{ recipient: secret, reason: `${secret} has no digits.` }],
			},
		}),
	);
	expect(output).toMatchObject({
		recipients: ['+358401001'],
		skippedRecipients: [{ recipient: '*****', reason: '***** has no digits.' }],
	});
});
