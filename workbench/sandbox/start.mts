/**
 * `npm run sandbox`: starts a sandbox, prints what a person needs to use it, and runs until Ctrl-C.
 */
import Table from 'cli-table3';
import { contactGroups } from './contactGroups.mts';
import { faults } from './faults.mts';
import { optionsFromFlags, usage } from './flags.mts';
import { reservedNumbers } from './reservedNumbers.mts';
import { startSandbox, type Sandbox } from './sandbox.mts';
import { namedSenders } from './senders.mts';
import { statusLabels } from './statuses.mts';

function table(head: string[], rows: string[][]): string {
	// Colour only where a terminal shows it: a log file would get the escape codes.
	const style = process.stdout.isTTY ? {} : { head: [], border: [] };
	const made = new Table({
		head,
		style,
		chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
	});
	made.push(...rows);
	return made.toString();
}

function introduce(sandbox: Sandbox): void {
	const origin = new URL(sandbox.baseUrl).origin;
	console.log('The Messaging Service sandbox is running. Ctrl-C ends it.\n');
	console.log(
		table(
			['For the credential', ''],
			[
				['Base URL', sandbox.baseUrl],
				['Client ID', sandbox.clientId],
				['Client Secret', sandbox.clientSecret],
				['Control route', `${origin}/_sandbox/state`],
			],
		),
	);
	console.log('\nSenders (more are in the list; only Active and Approved ones may send)');
	const senderRows = namedSenders.map(({ id, name, status }) => [
		String(id),
		name,
		statusLabels[status],
	]);
	console.log(table(['Sender ID', 'Name', 'Status'], senderRows));
	console.log('\nContact groups');
	const groupRows = contactGroups.map(({ id, name, phoneNumbers }) => [
		String(id),
		name,
		String(phoneNumbers.length),
	]);
	console.log(table(['Group ID', 'Name', 'Members'], groupRows));
	console.log(
		'\nReserved numbers: a send that contains one sets off its fault. Every other number works.',
	);
	const numberRows = reservedNumbers.map(({ phoneNumber, fault, when, says }) => [
		phoneNumber,
		says,
		when,
		faults[fault.kind].accepts ? 'accepted' : 'not accepted',
	]);
	numberRows.push(['any that ends in 404', 'the delivery fails', 'always', 'accepted']);
	console.log(table(['Number', 'What happens', 'When', 'The message is'], numberRows));
	console.log(
		"\nTo see a status change, set it; a body without status gives the number back to time. The second adds somebody else's message.",
	);
	console.log(
		`curl -X POST ${origin}/_sandbox/statuses -d '{"phoneNumber":"+254712345678","status":"Undeliverable"}'`,
	);
	console.log(
		`curl -X POST ${origin}/_sandbox/messages -d '{"recipients":["+254712345678"],"message":"From another system"}'`,
	);
}

async function main(): Promise<void> {
	const options = optionsFromFlags(process.argv.slice(2));
	if (!options) {
		console.log(usage);
		return;
	}
	const sandbox = await startSandbox(options);
	introduce(sandbox);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => {
			void sandbox
				.stop()
				.then(() => console.log(`\nStopped after ${sandbox.journal.length} accepted messages.`));
		});
	}
}

try {
	await main();
} catch (error) {
	const { code, message } = error as NodeJS.ErrnoException;
	console.error(
		code === 'EADDRINUSE'
			? `${message}. Another program has that port; choose one with --port.`
			: message,
	);
	process.exitCode = 1;
}
