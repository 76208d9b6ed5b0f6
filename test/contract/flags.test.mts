import { optionsFromFlags, usage } from '../../workbench/sandbox/flags.mts';
import { readingChoices } from '../../workbench/sandbox/readings.mts';

test('without flags the sandbox has its usual port and some messages', () => {
	expect(optionsFromFlags([])).toEqual({
		port: 8484,
		pastMessages: 60,
		tokenLifetime: {},
		readings: {},
	});
});

test('every flag arrives in its option', () => {
	const flags =
		'--port 0 --messages 5 --latency 10 --max-in-flight 3 --max-per-page 50 --token-seconds 60 --token-calls 9 ' +
		'--expiry-told body --past-spacing 8000 --listing-delay 40 --clock-offset=-90000 --date-header off --reading tokenShape=data.token --reading singleRecord=false';
	expect(optionsFromFlags(flags.split(' '))).toEqual({
		port: 0,
		pastMessages: 5,
		pastSpacing: 8000,
		latency: 10,
		listingDelay: 40,
		clockOffset: -90000,
		dateHeader: 'off',
		maxInFlight: 3,
		maxPerPage: 50,
		tokenLifetime: { seconds: 60, calls: 9 },
		expiryTold: 'body',
		readings: { tokenShape: 'data.token', singleRecord: false },
	});
});

test('the clock may be ahead too', () => {
	expect(optionsFromFlags(['--clock-offset', '700'])).toMatchObject({ clockOffset: 700 });
});

test('help is asked for, and names every reading', () => {
	expect(optionsFromFlags(['--help'])).toBeUndefined();
	for (const name of Object.keys(readingChoices)) expect(usage).toContain(`${name}: `);
});

test.each([
	[['--messages', 'many'], /--messages takes a whole number, not "many"/],
	[['--listing-delay', '-5'], /--listing-delay/],
	[['--listing-delay=-5'], /--listing-delay takes a whole number, not "-5"/],
	[['--clock-offset=soon'], /--clock-offset takes a whole number, not "soon"/],
	[['--reading', 'tokenShape'], /--reading takes NAME=VALUE/],
	[['--colour', 'red'], /--colour/],
])('%j is refused with a sentence', (flags, sentence) => {
	expect(() => optionsFromFlags(flags)).toThrow(sentence);
});
