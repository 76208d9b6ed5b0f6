/**
 * The demo: runs the example workflows against a sandbox, on n8n's own execution engine and with the
 * package as built, and holds what the workflows say they sent against what the sandbox accepted.
 */
import { setStage, Shortfall, type Stage } from './stage.mts';
import { counted, failure, heading, remark, success, table } from './screen.mts';
import { scheduleCampaign } from './steps/campaign.mts';
import { lookAround } from './steps/look-around.mts';
import { remind, remindAgain, tryReminders } from './steps/reminders.mts';
import type { Sent } from './steps/sent.mts';

/** Each message once, each number once: the promise that matters most. */
function holdAgainstJournal({ sandbox }: Stage, sent: Sent[]): void {
	const { journal } = sandbox;
	const claimed = sent.reduce((sum, { messages }) => sum + messages, 0);
	heading('Sent and accepted');
	table(
		['', 'Messages'],
		[
			['the workflows sent', claimed],
			['the sandbox accepted', journal.length],
		],
	);
	if (claimed !== journal.length) {
		throw new Shortfall(
			`The workflows report ${counted(claimed, 'sent message')}, and the sandbox accepted ${journal.length}.`,
		);
	}
	const numbers = sent.flatMap(({ recipients }) => recipients).sort();
	const reached = journal.flatMap(({ body }) => body.recipients ?? []).sort();
	if (numbers.join() !== reached.join())
		throw new Shortfall(
			'The numbers that the workflows report are not the numbers that the sandbox was given.',
		);
	if (new Set(reached).size !== reached.length) throw new Shortfall('Somebody was texted twice.');
	success(
		`${counted(journal.length, 'message')} accepted = ${claimed} sent. Nobody was texted twice.`,
	);
}

async function main(): Promise<void> {
	const stage = await setStage();
	try {
		remark(
			`A sandbox plays the Messaging Service at ${stage.sandbox.baseUrl}; no real message leaves this machine.`,
		);
		await tryReminders(stage);
		const reminded = await remind(stage);
		await remindAgain(stage);
		const sent = [reminded, await scheduleCampaign(stage)];
		await lookAround(stage);
		holdAgainstJournal(stage, sent);
	} finally {
		await stage.end();
	}
}

try {
	await main();
} catch (error) {
	// Anything but a shortfall is a defect of the demo itself, and its stack says where.
	failure(
		error instanceof Shortfall
			? `The demo fell short: ${error.message}`
			: `The demo broke: ${(error as Error).stack}`,
	);
	process.exitCode = 1;
}
