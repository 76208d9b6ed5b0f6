/** `npm run probe`: reports how a service behaves where the specification is silent, and how that affects the node. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ask, table } from '../demo/screen.mts';
import { asMarkdown, head, reportOn, rowsOf } from './report.mts';

const readKey = async (name: string): Promise<string> =>
	process.env[name] || (await ask(name, { isSecret: true }));

function checkAddress(given = ''): string {
	const { protocol, hostname = '', pathname } = URL.parse(given) ?? {};
	const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
	const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback);
	if (isSafe && pathname?.endsWith('/api')) return given;
	throw new Error('Give --base-url an address such as https://sms.example.com/api.');
}

async function agreeOnText(to: string | undefined, sender = '') {
	if (to === undefined) return undefined;
	if (!/^\+[1-9]\d{6,14}$/.test(to) || !/^\d+$/.test(sender))
		throw new Error('Give --send-to a number such as +254712345678, and --sender one such as 101.');
	const answer = await ask(`Send one text to …${to.slice(-2)} from sender ${sender} (y/N)`);
	if (!/^y(es)?$/i.test(answer)) throw new Error('Nothing was asked, and nothing sent.');
	return { to, sender: Number(sender), looks: [0, 1, 3, 6, 15, 30, 60] };
}

const help = `npm run probe -- --base-url https://sms.example.com/api

Asks a service what its specification leaves open, and says what that means for the node. It makes some sixty
requests. None of them sends a text or changes anything, unless you name a number.

--base-url ADDRESS    the service's address, ending in /api
--send-to NUMBER      send one text to this number, such as +254712345678; it asks you first. Then it also asks for
                      sends that can't be taken, to numbers that nobody has
--sender ID           the numeric sender ID of that text, such as 101
--markdown FILE       write the findings to this file, for an issue
--json FILE           write them as JSON
--help                show this

The keys are read from MESSAGING_SERVICE_CLIENT_ID and MESSAGING_SERVICE_CLIENT_SECRET, or asked for.
It ends with 0 where the node works with this service, and with 1 where something breaks or couldn't be asked.`;

try {
	const text = { type: 'string' } as const;
	const files = { markdown: text, json: text };
	const options = { 'base-url': text, 'send-to': text, sender: text, ...files };
	const { values } = parseArgs({ options: { ...options, help: { type: 'boolean' } } });
	if (values.help === true) {
		console.log(help);
		process.exit();
	}
	const baseUrl = checkAddress(values['base-url']);
	const clientId = await readKey('MESSAGING_SERVICE_CLIENT_ID');
	const clientSecret = await readKey('MESSAGING_SERVICE_CLIENT_SECRET');
	const agreed = await agreeOnText(values['send-to'], values.sender);
	const progress = (name: string) => process.stderr.write(`${name}\n`);
	const report = await reportOn(baseUrl, { clientId, clientSecret }, { text: agreed, progress });
	const rows = rowsOf(report).map((row) => row.slice(0, 3));
	table(head.slice(0, 3), rows, [32, 34, 34]);
	console.log(report.summary);
	if (values.markdown !== undefined) writeFileSync(values.markdown, asMarkdown(report));
	if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(report, null, '\t'));
	process.exitCode = report.isGood ? 0 : 1;
} catch (error) {
	console.error((error as Error).message);
	process.exitCode = 1;
}
