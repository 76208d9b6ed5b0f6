/** Time zones of Sending Hours and of the workflow: an ambiguous name is refused. */
import { clock, send, texted } from '../harness/index.mts';
import { ann, bob, hours, late } from './nights.mts';

beforeEach(() => clock.set('2026-11-23T19:00:00Z'));

describe('time zones', () => {
	test.each(['BST', 'est', 'CET', 'Singapore'])(
		'%s means several, or none: refused',
		async (name) => {
			const { told } = await late([ann], hours({ timeZone: name }));
			expect(told).toContain(
				`Time Zone of Sending Hours is '${name}', which doesn't exist or means several`,
			);
			const own = await late([ann], {}, {}, { zone: name });
			expect(own.told).toContain(
				`The workflow's time zone is '${name}', which doesn't exist or means`,
			);
			const asked = await send({ options: { schedule: '2026-11-24 08:00' } }, { zone: name });
			expect(asked.told).toContain(`The workflow's time zone is '${name}'`);
			expect(texted()).toEqual([]);
		},
	);

	test('a message that needs no zone goes out in any', async () => {
		await send({}, { zone: 'BST' });
		expect(texted()).toHaveLength(1);
	});

	test('Etc/GMT+3 is taken, and a hint says what it is', async () => {
		const hint =
			/^The time zone Etc\/GMT\+3 is UTC-3: the sign in such a name is the other way round\./;
		const { hints } = await late([ann], hours({ timeZone: 'Etc/GMT+3' }));
		expect(hints.filter((each) => hint.test(each))).toHaveLength(1);
		const own = await late([bob], {}, {}, { zone: 'Etc/GMT+3' });
		expect(own.hints.filter((each) => hint.test(each))).toHaveLength(1);
		const options = { schedule: '2026-11-24 12:00' };
		const asked = await send({ options }, { zone: 'Etc/GMT+3' });
		expect(asked.hints.filter((each) => hint.test(each))).toHaveLength(1);
		expect((await send({}, { zone: 'Etc/GMT+3' })).hints.join()).not.toContain('Etc');
	});
});
