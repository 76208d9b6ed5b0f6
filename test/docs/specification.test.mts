import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { parse } from 'yaml';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { operations } from '../../nodes/MessagingService/operations/index.ts';
import { watchFields } from '../../nodes/MessagingService/operations/watchMessages.ts';

const project = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(project, 'docs/specification.md'), 'utf8');

/** The rows of the table under this heading, as cells without the marks around code. */
function rowsUnder(heading: string): string[][] {
	const section = page.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
	const lines = section.split('\n').filter((line) => line.startsWith('|')).slice(2);
	return lines.map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
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
		Object.entries(methods).map(([method, { parameters = [], requestBody }]): [string, string[]] => {
			const schema = requestBody?.content['application/json'].schema;
			const body = schema?.$ref ? openapi.components.schemas[last(schema.$ref)] : schema;
			const query = parameters.map(({ $ref, name }) => ($ref ? openapi.components.parameters[last($ref)]?.name : name) as string);
			return [`${method.toUpperCase()} ${path}`, [...Object.keys(body?.properties ?? {}), ...query]];
		}),
	);
}

/** Every parameter by its path; those of a collection with the collection's name before them. */
function parametersOf(properties: INodeProperties[]): string[] {
	return properties.flatMap(({ name, type, options = [] }) =>
		type === 'collection' ? (options as INodeProperties[]).map((option) => `${name}.${option.name}`) : [name],
	);
}

const sent = rowsUnder('What is sent');
const notSent = rowsUnder('Parameters that are not sent').flatMap(([operation, parameters]) => parameters!.split(', ').map((name) => [operation, name.replaceAll('`', '')] as const));

it('lists every endpoint that the specification has', () => {
	expect(rowsUnder('Endpoints').map(([endpoint]) => endpoint).sort()).toEqual(endpoints().map(([endpoint]) => endpoint).sort());
	const own = operations.map(({ method, url }) => `${method} ${url}`);
	expect(endpoints().map(([endpoint]) => endpoint)).toEqual(expect.arrayContaining(own));
});

it.each(endpoints())('lists every field and parameter of %s', (endpoint, fields) => {
	expect(sent.filter(([of]) => of === endpoint).map(([, field]) => field).sort()).toEqual([...fields].sort());
});

it.each(operations.map(({ value, ...operation }) => [value, operation] as const))('lists every parameter of %s once', (value, { method, url, fields }) => {
	const rows = [...sent.filter(([endpoint]) => endpoint === `${method} ${url}`).map(([, , parameter]) => parameter), ...notSent.filter(([of]) => of === value).map(([, name]) => name)];
	expect(rows.sort()).toEqual(parametersOf(fields).sort());
});

it('lists every parameter of the trigger once, with the query parameter that it goes to', () => {
	const fields = watchFields.filter(({ type }) => type !== 'notice');
	const goesTo = (path: string) => {
		const [name, member] = path.split('.');
		const field = (fields.find((candidate) => candidate.name === name)!.options as INodeProperties[]).find((candidate) => candidate.name === member);
		return field?.routing?.send?.property ?? '';
	};
	const expected = parametersOf(fields).map((path) => [path, goesTo(path)]);
	expect(rowsUnder('The trigger').map(([path, query]) => [path, query]).sort()).toEqual(expected.sort());
});

it('names the fields of the credential', () => {
	for (const { name } of new MessagingServiceApi().properties) expect(page).toMatch(new RegExp(`[\` ]${name}\``));
});

it('says of every open point what the node does, by its section', () => {
	const open = rowsUnder('What the specification leaves open');
	expect(open.length).toBeGreaterThan(15);
	for (const cells of open) {
		expect(cells).toHaveLength(3);
		expect(cells[0]).toMatch(/^\d(\.\d)?(, \d(\.\d)?)*$/);
		for (const cell of cells.slice(1)) expect(cell.length).toBeGreaterThan(8);
	}
});
