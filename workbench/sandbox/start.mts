/**
 * `npm run sandbox`: starts a sandbox, prints what a person needs to use it, and runs until Ctrl-C. Flags: --port (0
 * takes a free one) and --messages, how many past messages there are.
 */
import { parseArgs } from 'node:util';
import { heading, table } from '../demo/screen.mts';
import { isEveryOther, reservedNumbers } from './faultQueue.mts';
import { faults } from './faults.mts';
import { startSandbox, type Sandbox } from './sandbox.mts';
import { contactGroups, namedSenders, statusLabels } from './seeds.mts';

function show(title: string, head: string[], rows: string[][]): void {
	heading(title);
	table(head, rows);
}

function introduce({ baseUrl, clientId, clientSecret }: Sandbox): void {
	const controlRoute = new URL('/_sandbox', baseUrl);
	console.log('The Messaging Service sandbox is running. Ctrl-C ends it.');
	show(
		'For the credential',
		['', ''],
		[
			['Base URL', baseUrl],
			['Client ID', clientId],
			['Client Secret', clientSecret],
			['Control route', `${controlRoute}/state`],
		],
	);
	show(
		'Senders (more are in the list; only Active and Approved ones may send)',
		['Sender ID', 'Name', 'Status'],
		namedSenders.map(({ id, name, status }) => [`${id}`, name, statusLabels[status]]),
	);
	show(
		'Contact groups',
		['Group ID', 'Name', 'Members'],
		contactGroups.map(({ id, name, phoneNumbers }) => [`${id}`, name, `${phoneNumbers.length}`]),
	);
	const numbers = Object.entries(reservedNumbers).map(([phoneNumber, { kind, status }]) => [
		phoneNumber,
		status === undefined ? faults[kind].says : `HTTP ${status}`,
		isEveryOther(phoneNumber) ? 'every other send' : 'always',
		faults[kind].accepts ? 'accepted' : 'not accepted',
	]);
	numbers.push(['any that ends in 404', 'the delivery fails', 'always', 'accepted']);
	show(
		'Reserved numbers: a send that contains one sets off its fault. Every other number works.',
		['Number', 'What happens', 'When', 'The message is'],
		numbers,
	);
	console.log(`
To see a status change, set it; a body without status gives the number back to time. The second adds somebody else's message.
curl -X POST ${controlRoute}/statuses -d '{"phoneNumber":"+254712345678","status":"Undeliverable"}'
curl -X POST ${controlRoute}/messages -d '{"recipients":["+254712345678"],"message":"From another system"}'`);
}

async function main(): Promise<void> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { port: text, messages: text } });
	const { port = 8484, messages = 60 } = values;
	const sandbox = await startSandbox({ port: Number(port), pastMessages: Number(messages) });
	introduce(sandbox);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, async () => {
			await sandbox.stop();
			console.log(`\nStopped after ${sandbox.journal.length} accepted messages.`);
		});
	}
}

try {
	await main();
} catch (error) {
	console.error(`${(error as Error).message}. The flags are --port and --messages.`);
	process.exitCode = 1;
}
