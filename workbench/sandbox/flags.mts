import { parseArgs } from 'node:util';
import type { SandboxOptions } from './options.mts';
import { readingChoices, type Readings } from './readings.mts';

/** What `npm run sandbox -- --help` prints. */
export const usage = `npm run sandbox -- [flags]

  --port N             port on 127.0.0.1 (8484; 0 takes a free one)
  --messages N         past messages that are there from the start (60)
  --past-spacing MS    milliseconds between two past messages (300000)
  --latency MS         milliseconds before each answer
  --listing-delay MS   milliseconds before an accepted message is in the message query
  --clock-offset=MS    milliseconds by which the service's clock is ahead; =-MS where it is behind
  --date-header HOW    on (answers state the service's clock) or off (no Date header)
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
			'past-spacing': text,
			latency: text,
			'listing-delay': text,
			'clock-offset': text,
			'date-header': text,
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
		pastSpacing: wholeNumber('past-spacing', values['past-spacing']),
		latency: wholeNumber('latency', values.latency),
		listingDelay: wholeNumber('listing-delay', values['listing-delay']),
		clockOffset: wholeNumber('clock-offset', values['clock-offset'], /^-?\d+$/),
		dateHeader: values['date-header'] as SandboxOptions['dateHeader'],
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

function wholeNumber(name: string, value: string | undefined, form = /^\d+$/): number | undefined {
	if (value === undefined) return undefined;
	if (!form.test(value)) throw new Error(`--${name} takes a whole number, not "${value}".`);
	return Number(value);
}

function reading(text: string): [string, string | boolean] {
	const [name, value] = text.split('=');
	if (value === undefined) throw new Error(`--reading takes NAME=VALUE, not "${text}".`);
	return [name, value === 'true' ? true : value === 'false' ? false : value];
}
