/**
 * Any field given any value that it can't take: refused in words that name it, and nothing leaves.
 * The fields are those that the operations declare, so that a new one is here by itself.
 */
import fc from 'fast-check';
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { operations } from '../../nodes/MessagingService/operations/index.ts';
import type { Operation } from '../../nodes/MessagingService/operations/operation.ts';
import { FieldReader } from '../../nodes/MessagingService/run/fields.ts';
import { oddValues } from '../validation/oddValues.mts';
import { goodSend, startWorkbench, throughRoutingEngine, type Workbench } from '../workbench.mts';
import { runsOf } from '../randomRuns.mts';

interface Field {
	operation: Operation;
	path: string;
	label: string;
	type: INodeProperties['type'];
	/** Parameters with which the form shows it, all of them good. */
	beside: INodeParameters;
}

/** What the form must have for this field to be shown, `operation` left out. */
function shownBy({ displayOptions }: INodeProperties): INodeParameters {
	const wanted = Object.entries(displayOptions?.show ?? {}).filter(
		([name]) => name !== 'operation' && name !== 'resource',
	);
	return Object.fromEntries(wanted.map(([name, values]) => [name, (values as string[])[0]!]));
}

/**
 * Others of its collection that are shown by the same, as both ends of a range are; each before
 * this one is read needs a value.
 */
function besidesOf(member: INodeProperties, members: INodeProperties[]): INodeParameters {
	const condition = JSON.stringify(shownBy(member));
	const others = members.filter(
		(other) =>
			other !== member && other.displayOptions && JSON.stringify(shownBy(other)) === condition,
	);
	return {
		...shownBy(member),
		...Object.fromEntries(
			others.map(({ name, type }) => [name, type === 'dateTime' ? '2026-11-03' : 5]),
		),
	};
}

function fieldsOf(operation: Operation): Field[] {
	const plain: INodeParameters =
		operation.value === 'sendMessage' ? goodSend : { operation: operation.value };
	return operation.fields.flatMap((field): Field[] => {
		const { name, type, displayName: label, options = [] } = field;
		const beside = { ...plain, ...shownBy(field) };
		if (type !== 'collection') return [{ operation, path: name, label, type, beside }];
		const members = options as INodeProperties[];
		return members.map((member) => ({
			operation,
			path: `${name}.${member.name}`,
			label: member.displayName,
			type: member.type,
			beside: { ...beside, [name]: besidesOf(member, members) },
		}));
	});
}

function withValue({ path, type, beside }: Field, value: unknown): INodeParameters {
	const [name, member] = path.split('.') as [string, string?];
	const stored = type === 'resourceLocator' ? { __rl: true, mode: 'id', value } : value;
	return {
		...beside,
		[name]: member ? { ...(beside[name] as object), [member]: stored } : stored,
	} as INodeParameters;
}

const fields = operations.flatMap(fieldsOf);
const titled = fields.map((field) => [`${field.operation.value} ${field.path}`, field] as const);

/** What is odd for one kind of field alone. */
const oddFor: Record<string, () => unknown> = {
	'a list of empty lists': () => [[], []],
	true: () => true,
	false: () => false,
	"the text 'true'": () => 'true',
	'a long text': () => 'odd '.repeat(25_000),
	'a fraction': () => 7.5,
	'minus zero': () => -0,
};
function takes({ type, path }: Field, kind: string): boolean {
	const isText = /^(?:message|campaign|filters\.(?:query|campaign|messageId))$/.test(path);
	// Of nobody to exclude, nobody is.
	if (kind === 'an empty list' || kind === 'a list of empty lists')
		return path === 'options.excludeNumbers';
	if (kind === 'true' || kind === 'false') return type === 'boolean';
	if (kind === 'a long text') return isText && path !== 'filters.query';
	if (kind === "the text 'true'" || kind === 'a fraction') return isText;
	// Zero by another name: a number where zero is one.
	return (
		kind === 'minus zero' &&
		(isText || type === 'number' || type === 'resourceLocator' || path === 'filters.status')
	);
}

const unheard: unknown[] = [];
const note = (reason: unknown) => void unheard.push(reason);
let bench: Workbench;
beforeAll(async () => {
	process.on('unhandledRejection', note);
	bench = await startWorkbench();
});
afterEach(async () => {
	await new Promise((resolve) => setImmediate(resolve));
	expect(unheard).toEqual([]);
	bench.reset();
});
afterAll(async () => {
	process.off('unhandledRejection', note);
	await bench.sandbox.stop();
});

test('the fields are those of the three operations that have any', () => {
	const counts = operations.map(({ value }) => [
		value,
		fields.filter(({ operation }) => operation.value === value).length,
	]);
	expect(counts).toEqual([
		['sendMessage', expect.any(Number)],
		['queryMessages', expect.any(Number)],
		['querySenders', expect.any(Number)],
		['listStatuses', 0],
	]);
	expect(Math.min(...counts.slice(0, 3).map(([, count]) => Number(count)))).toBeGreaterThanOrEqual(
		9,
	);
});

/** Reads and checks the field without n8n, which can't hand on every value. */
function prepareWith(field: Field, value: unknown, fails = false) {
	const parameters = withValue(field, '=odd');
	const node = { name: 'SMS', type: 'sms', typeVersion: 1, parameters } as unknown as INode;
	const get = (path: string, _index: number, fallback: unknown): unknown => {
		if (path === field.path && fails) throw value;
		if (path === field.path) return value;
		const stored = path
			.split('.')
			.reduce<unknown>(
				(inside, name) => (inside as Record<string, unknown> | undefined)?.[name],
				parameters,
			);
		return (
			(stored as { value?: unknown } | undefined)?.value ??
			stored ??
			(path === 'limit' ? 50 : fallback)
		);
	};
	const reader = new FieldReader(field.operation.fields, node, 'Africa/Nairobi', get);
	return { reader, prepare: () => field.operation.prepare(reader.read(0)) };
}

function expectRefusal(field: Field, value: unknown): void {
	const prepared = prepareWith(field, value).prepare();
	const problems = 'problems' in prepared ? prepared.problems : [];
	expect(problems.length).toBeGreaterThan(0);
	const text = problems.map(({ what, next }) => `${what} ${next}`).join(' ');
	expect(text).toMatch(new RegExp(`\\b${field.label}\\b`));
	expect(text).not.toMatch(/\[object|=> \{|Cannot|undefined/);
	expect(text.length).toBeLessThan(5_000);
}

describe('each field and each odd value, as n8n could hand it on', () => {
	const cases = titled.flatMap(([title, field]) => [
		...Object.entries(oddValues)
			.filter(([kind]) => !takes(field, kind))
			.map(([kind, make]) => [`${title}: ${kind}`, field, make] as const),
		...Object.entries(oddFor)
			.filter(([kind]) => !takes(field, kind))
			.map(([kind, make]) => [`${title}: ${kind}`, field, make] as const),
	]);
	test.each(cases)('%s', (_title, field, make) => expectRefusal(field, make()));
});

/** Recipes rather than values: at some of these not even a test library may look. */
const given = (values: fc.Arbitrary<unknown>) => values.map((value) => () => value);
const { 'a rejected promise': promise, ...thrown } = oddValues;
// A list of it is good where an empty list is.
const neverGood = Object.values({ ...oddValues, 'an empty list': promise! });

test('any object, list, proxy or number that is none, in any field', () => {
	const single = fc.oneof(
		given(
			fc.oneof(
				fc.bigInt(),
				fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
				fc.string().map((name) => Symbol(name)),
				fc.func(fc.anything()),
			),
		),
		given(
			fc.oneof(
				fc.dictionary(fc.string(), fc.anything()),
				fc.object({
					withMap: true,
					withSet: true,
					withTypedArray: true,
					withNullPrototype: true,
					withBigInt: true,
				}),
			),
		),
		fc.dictionary(fc.string(), fc.anything()).map((target) => () => new Proxy(target, {})),
		fc.constantFrom(...neverGood),
	);
	const list = fc
		.array(single, { minLength: 1, maxLength: 5 })
		.map((members) => () => members.map((make) => make()));
	const nested = fc.array(list, { minLength: 1, maxLength: 3 }).map(
		(members) => () =>
			new Proxy(
				members.map((make) => make()),
				{},
			),
	);
	let refused = 0;
	fc.assert(
		fc.property(fc.constantFrom(...fields), fc.oneof(single, list, nested), (field, make) => {
			expectRefusal(field, make());
			refused++;
		}),
		runsOf(3_000),
	);
	expect(refused).toBeGreaterThanOrEqual(3_000);
});

test('whatever an expression throws, the field is named and the reason is a text', () => {
	fc.assert(
		fc.property(
			fc.constantFrom(...fields),
			fc.oneof(given(fc.anything()), fc.constantFrom(...Object.values(thrown))),
			(field, make) => {
				const { reader, prepare } = prepareWith(field, make(), true);
				expect(prepare).toThrow();
				expect(reader.failed).toEqual({ field: field.label, reason: expect.stringMatching(/\S/) });
			},
		),
		runsOf(1_000),
	);
});

describe('through n8n', () => {
	// At these n8n's own routing engine fails, before it asks us, and names no field.
	const failing = [
		'$node',
		'(() => 7)',
		'$jmespath',
		'(() => { const a = []; a.push(a); return a; })()',
		'$("Nowhere").item.json.a',
	];
	// Its routing engine evaluates each field for itself, too, and lets its own promise fall.
	const rejecting = '(async () => { throw new Error("nobody listens"); })()';
	const expressions = [
		...failing,
		'NaN',
		'-Infinity',
		'41n',
		'Symbol("odd")',
		'({})',
		'[]',
		'[[[[[[[7]]]]]]]',
		'[NaN, {}]',
		'new Date(NaN)',
		'DateTime.fromISO("someday")',
		'Duration.fromMillis(1795327200000)',
		'Interval.after(DateTime.utc(2026, 12, 24), 3600000)',
		'$("Start")',
		'$input',
		'new Map()',
		'new Number(7)',
		'Math',
		'/x/',
		'$json.ring',
		'$json.deep',
		rejecting,
	];
	const json = { deep: [[[[[['x']]]]]], ring: { a: { b: [] } } };

	test('each field and each value: the failure names the field, and nothing reaches the service', async () => {
		let runs = 0;
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...fields),
				fc.constantFrom(...expressions),
				fc.constantFrom(
					...(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
				),
				fc.boolean(),
				async (field, expression, onError, isRouted) => {
					fc.pre(!isRouted || expression !== rejecting);
					fc.pre(expression !== '[]' || !takes(field, 'an empty list'));
					bench.reset();
					const result = await bench.run(withValue(field, `={{ ${expression} }}`), {
						items: [json],
						settings: { onError },
						...(isRouted ? { packages: throughRoutingEngine } : {}),
					});
					expect(bench.sandbox.requests).toEqual([]);
					expect(bench.sandbox.journal).toEqual([]);
					const told = [
						...result.output('Messaging Service', 0),
						...result.output('Messaging Service', 1),
					].map((item) => String(item.json.error ?? ''));
					const text = [result.error?.message, result.error?.description, ...told]
						.filter(Boolean)
						.join(' ');
					expect({ path: field.path, expression, text }).toEqual({
						path: field.path,
						expression,
						text: expect.stringContaining(
							isRouted && failing.includes(expression) ? '' : field.label,
						),
					});
					expect(text).toMatch(/\S/);
					expect(text).not.toMatch(/\[object|\bat .*\.[cm]?[jt]s:/);
					runs++;
				},
			),
			runsOf(300),
		);
		expect(runs).toBeGreaterThanOrEqual(300);
	});
});
