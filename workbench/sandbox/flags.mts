import { parseArgs } from 'node:util';
import { readingChoices, type Readings, type SandboxOptions } from './options.mts';

/** What `npm run sandbox -- --help` prints. */
export const usage = `npm run sandbox -- [flags]

  --port N             port on 127.0.0.1 (8484; 0 takes a free one)
  --messages N         past messages that are there from the start (60)
  --latency MS         milliseconds before each answer
  --max-in-flight N    more requests at once are answered with 429
  --max-per-page N     a larger per_page is served as this one
  --token-seconds N    tokens expire after so many seconds
  --token-calls N      tokens expire after so many calls
  --expiry-told HOW    http (HTTP 401) or body (responsecode 401 in a 200 body)
  --reading NAME=VALUE plays a reading of what the specification leaves open; may be given several times:
${Object.entries(readingChoices)
	.map(([name, values]) => `                         ${name}: ${values.join(', ')}`)
	.join('\n')}`;

/** The options that the command line asks for; undefined when it asks for help. Throws a sentence for a bad flag. */
export function optionsFromFlags(parameters: string[]): SandboxOptions | undefined {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({
		args: parameters,
		options: {
			help: { type: 'boolean' },
			port: text,
			messages: text,
			latency: text,
			'max-in-flight': text,
			'max-per-page': text,
			'token-seconds': text,
			'token-calls': text,
			'expiry-told': text,
			reading: { type: 'string', multiple: true },
		},
	});
	if (values.help) return undefined;
	return {
		port: wholeNumber('port', values.port) ?? 8484,
		pastMessages: wholeNumber('messages', values.messages) ?? 60,
		latency: wholeNumber('latency', values.latency),
		maxInFlight: wholeNumber('max-in-flight', values['max-in-flight']),
		maxPerPage: wholeNumber('max-per-page', values['max-per-page']),
		tokenLifetime: {
			seconds: wholeNumber('token-seconds', values['token-seconds']),
			calls: wholeNumber('token-calls', values['token-calls']),
		},
		expiryTold: values['expiry-told'] as SandboxOptions['expiryTold'],
		readings: Object.fromEntries((values.reading ?? []).map(reading)) as Partial<Readings>,
	};
}

function wholeNumber(name: string, value: string | undefined): number | undefined {
	if (value === undefined) return undefined;
	if (!/^\d+$/.test(value)) throw new Error(`--${name} takes a whole number, not "${value}".`);
	return Number(value);
}

function reading(text: string): [string, string | boolean] {
	const [name, value] = text.split('=');
	if (value === undefined) throw new Error(`--reading takes NAME=VALUE, not "${text}".`);
	return [name, value === 'true' ? true : value === 'false' ? false : value];
}
