/**
 * Random JSON as the value of a field, and in the state that n8n keeps for the trigger: it is accepted, or refused in
 * plain words. No text mentions a bug or quotes a JavaScript error.
 */
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { doors, goodSend, numberOf, run, service, trigger } from '../../harness/index.mts';
import { runsOf } from '../../harness/random.mts';
import { withValue, writtenTables } from '../form/tables.mts';
import { add, saidBy } from '../watching.mts';

const ann = numberOf(1);

/** Words that no user should read: the node's own for an unexpected failure, and those of JavaScript errors. */
const ofMachines =
	/has a bug|TypeError|RangeError|Cannot (?:read|convert|set|create)|is not (?:a function|iterable|defined|an object)|undefined or null|circular|call stack|\[object|NaN/i;

const pieces = [
	...['', ' ', '0', '-1', '1e999', '+254712345678', '0712345678', 'KE', '2026-11-22', '08:00'],
	...[
		'__proto__',
		'constructor',
		'toString',
		'{{ $json.a }}',
		'[[',
		'{"a":1}',
		'\0',
		'\ud83d',
		'a,b;c',
	],
	...['utility', 'campaign', 'id', 'UTC', 'delivered', 'true', 'https://example.com'],
];
const numbers = [0, -0, -1, 1, 0.5, 1e21, 2 ** 53, -(2 ** 53), 101, 254712345678, 20261122];
const single = fc.oneof(
	fc.constantFrom<unknown>(...pieces, ...numbers, null, true, false),
	fc.string({ unit: 'binary', maxLength: 8 }),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const names = [
	'__proto__',
	'toString',
	'toJSON',
	'valueOf',
	'length',
	'__rl',
	'value',
	'mode',
	'then',
	'a',
];
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 3, depthSize: 'small' },
		{ weight: 3, arbitrary: single },
		{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
		{
			weight: 1,
			arbitrary: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 3 }),
		},
	),
}));

/** JSON as a webhook delivers it: objects are plain, and a member may be called `__proto__`. */
const anyJson = anyValue.map((value) => JSON.parse(JSON.stringify(value)) as unknown);

const filled: Record<string, IDataObject> = {
	sendMessage: goodSend,
	sendAndWait: { ...goodSend, recipients: ann },
	queryMessages: {},
	querySenders: {},
	listStatuses: {},
};
const beside: Record<string, IDataObject> = {
	contactListId: { sendTo: 'contactGroup' },
	'filters.startDate': { filters: { dateCreated: 'custom', endDate: '2026-11-22' } },
	'filters.endDate': { filters: { dateCreated: 'custom', startDate: '2026-11-01' } },
	'options.lookBackHours': { options: { skipAlreadySent: true } },
	'options.recipientsPerRequest': { options: { combineItems: true } },
	fields: { output: 'selectedFields' },
};

/** The fields of each operation, and n8n's own fields of the node. */
const fields = Object.keys(filled).flatMap((operation) =>
	[...writtenTables()[operation]!, ...writtenTables().messagingService!]
		.filter(([path, type = '']) => {
			const isOfN8n = ['resource', 'operation'].includes(path!);
			return !isOfN8n && !/ollection|notice/.test(type);
		})
		.map(([path]) => [operation, path!] as const),
);

describe.each(doors)('%s', (door) => {
	// n8n's routing engine reads its own settings before it runs the node.
	const own = fields.filter(([, path]) => door !== 'routing' || !path.startsWith('requestOptions'));

	test.each(own)('%s, %s: any value is taken, or refused in words', async (operation, path) => {
		const name = path.replace(/^(options\.approvalOptions|options\.page)$/, '$1.values');
		const given = withValue(
			{ operation, ...filled[operation], ...beside[path] } as never,
			name,
			'={{ $json.value }}',
		);
		const tryOut = async (value: unknown) => {
			const { rows, told, hints } = await run(given, { rows: [{ value } as IDataObject], door });
			expect([told, ...hints, ...rows.map(({ error }) => error ?? '')].join('\n')).not.toMatch(
				ofMachines,
			);
		};
		await service.start({ pastMessages: 3 });
		await fc.assert(fc.asyncProperty(anyJson, tryOut), runsOf(12));
	});
});

test('any value in the state that n8n keeps for the trigger is read, or counts as none', async () => {
	const names = ['identity', 'since', 'saidSince', 'hours'] as const;
	const story = fc.record({
		place: fc.constantFrom(...names, 'hour', 'status', 'whole', 'text'),
		value: fc.oneof(fc.constant(null), anyJson, anyJson),
	});
	const tryOut = async ({ place, value }: { place: string; value: unknown }) => {
		await service.start();
		add([ann], { status: 'Sent' });
		const workflow = trigger();
		await workflow.activate();
		const name = 'node:Messaging Service Trigger';
		const kept = workflow.database.staticData as Record<string, { watched: unknown }>;
		const state = JSON.parse(String(kept[name]!.watched)) as Record<string, unknown>;
		const hours = state.hours as Record<string, Record<string, unknown>>;
		const [hour] = Object.keys(hours);
		if (place === 'hour') hours[hour!] = value as never;
		else if (place === 'status') hours[hour!]!.Sent = value;
		else state[place] = value;
		const watched = place === 'text' ? value : JSON.stringify(place === 'whole' ? value : state);
		const again = trigger();
		again.database.staticData = { [name]: { watched } };
		await again.activate();
		const poll = await again.poll();
		expect(poll.error ? saidBy(poll) : '').toBe('');
		service.setStatus(ann, 'Lost');
		const { items = [] } = await again.poll();
		expect(items.map(({ json }) => json.status)).toEqual(['Lost']);
	};
	await fc.assert(fc.asyncProperty(story, tryOut), runsOf(150));
}, 3_600_000);
