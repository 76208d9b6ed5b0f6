/** An application that calls the webhook of the one-time codes, while the service fails in several ways. */
import assert from 'node:assert/strict';
import type { FaultKind } from '../../workbench/sandbox/faults.mts';
import type { Answer } from './orders.mts';
import { phones } from './workflows.mts';
import { environment } from './environment.mts';

interface Case {
	fault?: FaultKind;
	/** What the call changes of a good one. */
	changes?: Record<string, unknown>;
	outcome: string;
	texts: number;
	error?: RegExp;
}

const unclear = /may or may not have been sent/;

const cases: Case[] = [
	{ outcome: 'accepted', texts: 1 },
	{ fault: 'dropAfter', outcome: 'accepted', texts: 1 },
	{ fault: 'errorAfterAccept', outcome: 'accepted', texts: 1 },
	{ fault: 'serverError', outcome: 'unknown', texts: 0, error: unclear },
	{ fault: 'dropBefore', outcome: 'unknown', texts: 0, error: unclear },
	{ fault: 'badRequest', outcome: 'notSent', texts: 0, error: /refused/ },
	{
		changes: { validUntil: '2020-02-29T23:59:00Z' },
		outcome: 'notSent',
		texts: 0,
		error: /validUntil/,
	},
	{ changes: { validUntil: 'tonight' }, outcome: 'notSent', texts: 0, error: /validUntil/ },
	{ changes: { code: '' }, outcome: 'notSent', texts: 0, error: /code/ },
	{ changes: { phone: 'mine' }, outcome: 'notSent', texts: 0, error: /mine/ },
	{
		changes: { phone: '+254712399998, +254712399999' },
		outcome: 'notSent',
		texts: 0,
		error: /Max Recipients/,
	},
];

/** Each call gets 200 and the outcome, and each code leaves once at most. */
export async function textCodes(call: (body: unknown) => Promise<Answer>): Promise<void> {
	const { sandbox } = environment();
	const validUntil = new Date(Date.now() + 600_000);
	const shown = validUntil.toLocaleTimeString('en-GB', {
		timeZone: 'Africa/Nairobi',
		hour: '2-digit',
		minute: '2-digit',
	});
	await Promise.all(
		phones(cases.length).map(async ({ phone }, at) => {
			const { fault, changes, outcome, texts, error } = cases[at]!;
			const code = `${at}7-0${at}4`;
			if (fault) sandbox.play({ on: 'send', kind: fault, recipient: phone });
			const { status, body } = await call({
				phone,
				code,
				validUntil: validUntil.toISOString(),
				...changes,
			});
			const sent = sandbox.journal.filter((entry) => entry.body.message.startsWith(`${code} `));
			assert.deepEqual(
				[status, body.outcome, sent.length],
				[200, outcome, texts],
				`${JSON.stringify(cases[at])}: ${JSON.stringify(body)}`,
			);
			if (error) assert.match(String(body.error), error);
			for (const entry of sent) {
				assert.deepEqual(
					[entry.recipients, entry.body.priority, entry.messageId],
					[[phone], 'authentication', body.messageId],
				);
				assert.equal(
					entry.body.message,
					`${code} is your code, valid until ${shown}. We never ask you for it, so tell nobody.`,
				);
			}
		}),
	);
	const sends = sandbox.requests.filter(({ operation }) => operation === 'send').length;
	assert.equal(
		sends,
		cases.filter(({ changes }) => !changes).length,
		'each code that may be sent leaves once',
	);
	const odd = await call([]);
	assert.deepEqual([odd.status, odd.body.outcome], [200, 'notSent']);
}
