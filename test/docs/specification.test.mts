import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { operations } from '../../nodes/MessagingService/operations/index.ts';
import { watchFields } from '../../nodes/MessagingService/operations/watchMessages.ts';
import { labels } from '../interface/panelTexts.mts';
import { openPoints } from './openPoints.mts';

const project = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(project, 'docs/specification.md'), 'utf8');

/** The rows of the table under this heading, as cells without the marks around code. */
function rowsUnder(heading: string): string[][] {
	const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
	const lines = section
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.slice(2);
	return lines.map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
	);
}

interface Schema {
	$ref?: string;
	properties?: Record<string, Schema>;
}

interface Endpoint {
	parameters?: Array<{ $ref?: string; name?: string }>;
	requestBody?: { content: { 'application/json': { schema: Schema } } };
}

const openapi = parse(readFileSync(resolve(project, 'workbench/sandbox/openapi.yaml'), 'utf8')) as {
	paths: Record<string, Record<string, Endpoint>>;
	components: { parameters: Record<string, { name: string }>; schemas: Record<string, Schema> };
};

/** 'GET /sms/messages' with the names of its body fields and query parameters. */
function endpoints(): Array<[string, string[]]> {
	const last = (reference: string) => reference.split('/').at(-1) as string;
	return Object.entries(openapi.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(
			([method, { parameters = [], requestBody }]): [string, string[]] => {
				const schema = requestBody?.content['application/json'].schema;
				const body = schema?.$ref ? openapi.components.schemas[last(schema.$ref)] : schema;
				const query = parameters.map(
					({ $ref, name }) =>
						($ref ? openapi.components.parameters[last($ref)]?.name : name) as string,
				);
				return [
					`${method.toUpperCase()} ${path}`,
					[...Object.keys(body?.properties ?? {}), ...query],
				];
			},
		),
	);
}

/** Every parameter by its path; those of a collection with the collection's name before them. */
function parametersOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ name, type, options = [] }) =>
		type === 'collection'
			? (options as INodeProperties[]).map((option) => `${name}.${option.name}`)
			: [name],
	);
}

const sent = rowsUnder('What is sent');
const notSent = rowsUnder('Parameters that are not sent').flatMap(([operation, parameters]) =>
	parameters!.split(', ').map((name) => [operation, name.replaceAll('`', '')] as const),
);

it('lists every endpoint that the specification has', () => {
	expect(
		rowsUnder('Endpoints')
			.map(([endpoint]) => endpoint)
			.sort(),
	).toEqual(
		endpoints()
			.map(([endpoint]) => endpoint)
			.sort(),
	);
	const own = operations.map(({ method, url }) => `${method} ${url}`);
	expect(endpoints().map(([endpoint]) => endpoint)).toEqual(expect.arrayContaining(own));
});

it.each(endpoints())('lists every field and parameter of %s', (endpoint, fields) => {
	expect(
		sent
			.filter(([of]) => of === endpoint)
			.map(([, field]) => field)
			.sort(),
	).toEqual([...fields].sort());
});

it.each(operations.map(({ value, ...operation }) => [value, operation] as const))(
	'lists every parameter of %s once',
	(value, { method, url, fields }) => {
		const rows = [
			...sent
				.filter(([endpoint]) => endpoint === `${method} ${url}`)
				.map(([, , parameter]) => parameter),
			...notSent.filter(([of]) => of === value).map(([, name]) => name),
		];
		expect(rows.sort()).toEqual(parametersOf(fields).sort());
	},
);

it('lists every parameter of the trigger once, with the query parameter that it goes to', () => {
	const fields = watchFields.filter(({ type }) => type !== 'notice');
	const goesTo = (path: string) => {
		const [name, member] = path.split('.');
		const field = (
			fields.find((candidate) => candidate.name === name)!.options as INodeProperties[]
		).find((candidate) => candidate.name === member);
		return field?.routing?.send?.property ?? '';
	};
	const expected = parametersOf(fields).map((path) => [path, goesTo(path)]);
	expect(
		rowsUnder('The trigger')
			.map(([path, query]) => [path, query])
			.sort(),
	).toEqual(expected.sort());
});

it('names the fields of the credential', () => {
	for (const { name } of new MessagingServiceApi().properties)
		expect(page).toMatch(new RegExp(`[\` ]${name}\``));
});

const answers = rowsUnder('What the specification leaves open');

it('has every open point once, by its section, and no other', () => {
	expect(answers.map(([section]) => section)).toEqual(openPoints.map(({ section }) => section));
	expect(answers.map((cells) => cells.length)).toEqual(openPoints.map(() => 3));
});

it.each(openPoints.map((point, index) => [point.asks, point, index] as const))(
	'says what the node does: %s',
	(_title, { asks, says, heldBy: [file, test] }, index) => {
		const [, question, answer] = answers[index]!;
		expect(question).toContain(asks);
		expect(says.filter((words) => !answer!.includes(words))).toEqual([]);
		expect(readFileSync(resolve(project, file), 'utf8')).toContain(test);
	},
);

it('names in the answers only fields of the form, and names that the service or the node has', () => {
	const cells = answers.map(([, , answer]) => answer!).join('\n');
	const labelled = [...cells.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, label]) => label!);
	expect(labelled.length).toBeGreaterThan(8);
	const known = new Set(labels.map(([, label]) => label));
	expect(labelled.filter((label) => !known.has(label))).toEqual([]);
	const named = [...cells.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
	expect(named.length).toBeGreaterThan(15);
	// Of answers whose form nobody specified: where the token and the reasons are looked for.
	const unspecified = [
		'access_token',
		'accessToken',
		'token',
		'message',
		'error',
		'errors',
		'error_description',
		'title',
		'detail',
		'Date',
	];
	const ofTheService = JSON.stringify(openapi);
	expect(
		named.filter((name) => !unspecified.includes(name) && !ofTheService.includes(`"${name}"`)),
	).toEqual([]);
});

it('tells the numbers that the form begins with', () => {
	const [rate, perPage, recipients] = answers.slice(-4).map(([, , answer]) => answer!);
	const [send, query] = operations
		.slice(0, 2)
		.map(
			({ fields }) => fields.find(({ name }) => name === 'options')!.options as INodeProperties[],
		);
	const begins = (form: INodeProperties[], name: string) =>
		form.find((field) => field.name === name)!.default;
	expect([begins(send!, 'maxConcurrentRequests'), rate]).toEqual([
		10,
		expect.stringMatching(/^ten requests at once /),
	]);
	expect(perPage).toContain(`asks for ${String(begins(query!, 'perPage'))} at most`);
	expect(recipients).toContain(
		`${String(begins(send!, 'recipientsPerRequest'))} numbers in a combined request`,
	);
});
