/**
 * `npm run probe`: what a service does where the specification is silent, and what that means for the node. Queries
 * alone, but for one text --send-to a number, from the --sender with that number, where a person agrees. --base-url is
 * the service's address with /api. The findings are written to a --markdown file, for an issue, and to a --json file.
 */
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

try {
	const text = { type: 'string' } as const;
	const options = { 'base-url': text, 'send-to': text, sender: text, markdown: text, json: text };
	const { values } = parseArgs({ options });
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
