/**
 * `npm run sandbox`: starts a sandbox and prints how to use it, then each request, until Ctrl-C. Flags: --port (0 takes
 * a free one) and --messages (the number of past messages).
 */
import { parseArgs } from 'node:util';
import { heading, table } from '../demo/screen.mts';
import { statusLine } from './control.mts';
import { isEveryOther, reservedNumbers } from './faultQueue.mts';
import { faults } from './faults.mts';
import { printRequest, startSandbox } from './sandbox.mts';
import { contactGroups, namedSenders, statusLabels } from './seeds.mts';

const text = { type: 'string' } as const;
const { values } = parseArgs({ options: { port: text, messages: text } });
const { port = 8484, messages = 60 } = values;
const sandbox = await startSandbox({
	port: Number(port),
	pastMessages: Number(messages),
	beforeAnswer: printRequest,
});
const { baseUrl, clientId, clientSecret, stop } = sandbox;

heading('The Messaging Service sandbox is running. Ctrl-C ends it.');
const credential = { 'Base URL': baseUrl, 'Client ID': clientId, 'Client Secret': clientSecret };
table(['For the credential', ''], Object.entries(credential));

heading('Senders (more are in the list; only Active and Approved ones may send)');
const senders = namedSenders.map(({ id, name, status }) => [id, name, statusLabels[status]]);
table(['Sender ID', 'Name', 'Status'], senders);

heading('Contact groups');
const groups = contactGroups.map(({ id, name, phoneNumbers }) => [id, name, phoneNumbers.length]);
table(['Group ID', 'Name', 'Members'], groups);

heading('Reserved numbers: a send that contains one sets off its fault. Every other number works.');
const numbers = Object.entries(reservedNumbers).map(([phoneNumber, { kind, status }]) => [
	phoneNumber,
	status === undefined ? faults[kind].says : `HTTP ${status}`,
	isEveryOther(phoneNumber) ? 'every other send' : 'always',
	faults[kind].accepts ? 'accepted' : 'not accepted',
]);
numbers.push(['any that ends in 404', 'the delivery fails', 'always', 'accepted']);
table(['Number', 'What happens', 'When', 'The message is'], numbers);

console.log(`\nA delivery status changes by\n${statusLine(sandbox)}`);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
