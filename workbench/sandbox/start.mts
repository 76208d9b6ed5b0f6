/** `npm run sandbox`: starts a sandbox, prints what a person needs to use it, and runs until Ctrl-C. */
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { isEveryOther, reservedNumbers } from './faultQueue.mts';
import { faults } from './faults.mts';
import { readingChoices } from './options.mts';
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.mts';
import { contactGroups, namedSenders, statusLabels } from './seeds.mts';

const usage = `npm run sandbox -- [flags]

  --port N          port on 127.0.0.1 (8484; 0 takes a free one)
  --messages N      past messages that are there from the start (60)
  --set NAME=VALUE  an option or a reading; may be given several times. The options are latency, listingDelay,
                    clockOffset (milliseconds), maxInFlight, maxPerPage, dateHeader (on, off) and
                    expiryTold (http, body); the readings of what the specification leaves open:
${Object.entries(readingChoices)
	.map(([name, values]) => `                      ${name}: ${values.join(', ')}`)
	.join('\n')}`;

/** The options that the command line asks for; undefined when it asks for help. */
function optionsFromFlags(): SandboxOptions | undefined {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '8484' },
			messages: { type: 'string', default: '60' },
			set: { type: 'string', multiple: true, default: [] },
			help: { type: 'boolean' },
		},
	});
	const set = values.set.map((text): [string, unknown] => {
		const [name, value = ''] = text.split('=');
		return [name, /^(-?\d+|true|false)$/.test(value) ? JSON.parse(value) : value];
	});
	const isReading = ([name]: [string, unknown]) => name in readingChoices;
	return values.help
		? undefined
		: {
				...Object.fromEntries(set.filter((given) => !isReading(given))),
				readings: Object.fromEntries(set.filter(isReading)),
				port: Number(values.port),
				pastMessages: Number(values.messages),
			};
}

function show(title: string, head: string[], rows: string[][]): void {
	// Colour only where a terminal shows it: a log file would get the escape codes.
	const style = process.stdout.isTTY ? {} : { head: [], border: [] };
	const chars = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };
	const table = new Table({ head, style, chars });
	table.push(...rows);
	console.log(`\n${title}\n${table.toString()}`);
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

try {
	const options = optionsFromFlags();
	if (options) {
		const sandbox = await startSandbox(options);
		introduce(sandbox);
		const stop = async () => {
			await sandbox.stop();
			console.log(`\nStopped after ${sandbox.journal.length} accepted messages.`);
		};
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
	} else console.log(usage);
} catch (error) {
	const { code, message } = error as NodeJS.ErrnoException;
	console.error(code === 'EADDRINUSE' ? `${message}: choose another port with --port.` : message);
	process.exitCode = 1;
}
