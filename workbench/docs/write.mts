/**
 * `npm run docs`: regenerates the field tables of docs/reference.md from the forms that n8n shows, and the tables of
 * docs/benchmark.md from the figures that the last benchmark stored. With --check, only checks that they are current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { benchmarkTables } from '../../benchmark/page.mts';
import { markdownTable } from './markdown.mts';
import { renewed } from './marks.mts';
import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

const project = join(import.meta.dirname, '../..');
const outfile = join(project, 'node_modules/.cache/messaging-service/nodes.cjs');

const exported = ['MessagingService', 'MessagingServiceTrigger'].map(
	(name) => `export * from './nodes/MessagingService/${name}.node';`,
);
// Bundled first: the node's sources import each other without an extension, which Node itself doesn't follow.
await build({
	stdin: { contents: exported.join('\n'), resolveDir: project },
	outfile,
	bundle: true,
	platform: 'node',
	format: 'cjs',
	external: ['n8n-workflow'],
});
const nodes = createRequire(import.meta.url)(outfile) as Record<string, new () => INodeType>;
const fieldsOf = (name: string) => new nodes[name]!().description.properties;

/** Returns the fields of each operation that has any, and of the trigger. */
function forms(): Record<string, INodeProperties[]> {
	const fields = fieldsOf('MessagingService');
	const operations = fields.find(({ name }) => name === 'operation')!.options!;
	const all: Record<string, INodeProperties[]> = {};
	for (const { value } of operations as INodePropertyOptions[]) {
		const own = fields.filter(({ displayOptions }) =>
			displayOptions?.show?.operation?.includes(value),
		);
		if (own.length > 0) all[String(value)] = own;
	}
	return { ...all, trigger: fieldsOf('MessagingServiceTrigger') };
}

type Choices = Array<Partial<INodePropertyOptions>>;

const sentence = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`);

/**
 * Describes a field, with the hint below it, and each of its choices. Drops n8n's 'Whether to', its words about the
 * list, and the sentence about filters that the service doesn't have, which the page says once for all of them.
 */
function about({ description = '', hint = '', options = [] }: INodeProperties): string {
	const own = description
		.replace(/ Choose from the list, or (specify|enter) .*$/, '')
		.replace(/ The service can't filter by it, so .*$/, '')
		.replace(/^Whether to (.)/, (_, letter: string) => letter.toUpperCase());
	const choices = (options as Choices)
		.filter((choice) => choice.description)
		.map((choice) => `*${choice.name}*: ${sentence(choice.description!)}`);
	return [sentence(own), sentence(hint), ...choices].filter(Boolean).join(' ');
}

const isSeen = ({ type }: INodeProperties) => type !== 'hidden' && type !== 'notice';

/** Returns a row per field. A collection gives a row with its name, followed by rows for its own fields. */
function rowsOf(fields: INodeProperties[]): string[][] {
	return fields
		.filter(isSeen)
		.flatMap((field) =>
			field.type === 'collection'
				? [[`**${field.displayName}**`, ''], ...rowsOf(field.options as INodeProperties[])]
				: [[field.displayName, about(field)]],
		);
}

/**
 * Returns the tables of the forms. A field that an earlier form describes in the same words is only named, in the last
 * row.
 */
function fieldTables(): Record<string, string> {
	const tables: Record<string, string> = {};
	const explained = new Set<string>();
	const isGroup = (row?: string[]) => row === undefined || row[0]!.startsWith('**');
	for (const [form, fields] of Object.entries(forms())) {
		const rows = rowsOf(fields);
		const isNew = ([label, text]: string[]) => text === '' || !explained.has(`${label}${text}`);
		const left = rows.filter(isNew);
		const own = left.filter((row, place) => !isGroup(row) || !isGroup(left[place + 1]));
		const others = rows.filter((row) => !isNew(row)).map(([label]) => label);
		for (const row of own) explained.add(row.join(''));
		if (others.length > 0) own.push([others.join(', '), 'as above']);
		tables[form] = markdownTable(['Field', 'What it is'], own);
	}
	return tables;
}

const pages = { 'docs/reference.md': fieldTables(), 'docs/benchmark.md': benchmarkTables() };
for (const [page, tables] of Object.entries(pages)) {
	const before = await readFile(join(project, page), 'utf8');
	const { text: after, missing } = renewed(before, tables);
	const isOld = process.argv.includes('--check') && after !== before;
	if (missing.length > 0)
		console.error(`${page} lacks ${missing.join(', ')}, or its <!-- end -->.`);
	else if (isOld) console.error(`${page} isn't what npm run docs makes of it.`);
	else {
		await writeFile(join(project, page), after);
		console.log(`${page} is up to date.`);
		continue;
	}
	process.exitCode = 1;
}
