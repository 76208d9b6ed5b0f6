/** The pages agree with the built package: operations, fields and default values. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { thePackage } from '../harness/index.mts';

const project = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(project, path), 'utf8');

const triggerName = 'Messaging Service Trigger';
const propertiesOf = (name: 'messagingService' | 'messagingServiceTrigger') =>
	thePackage().nodes[name]!.description.properties;
const menu = () =>
	propertiesOf('messagingService').find(({ name }) => name === 'operation')!
		.options as INodePropertyOptions[];

/** Returns the fields of an operation, or of the trigger, by its name. */
function formOf(name: string): INodeProperties[] {
	if (name === triggerName) return propertiesOf('messagingServiceTrigger');
	const { value } = menu().find((each) => each.name === name)!;
	const shown = ({ displayOptions }: INodeProperties) => displayOptions?.show?.operation ?? [];
	return propertiesOf('messagingService').filter((field) =>
		(shown(field) as unknown[]).includes(value),
	);
}

const labelOf = ({ displayName }: INodeProperties): string =>
	displayName.replace(/ Name or ID$/, '');
const isSeen = ({ type }: INodeProperties): boolean => type !== 'notice' && type !== 'hidden';
const members = (form: INodeProperties[], name: string) =>
	(form.find((field) => field.name === name)?.options ?? []) as INodeProperties[];

/** Returns the rows of README's table of operations: the name, the fields, and the filters and options. */
function writtenRows(): Array<[name: string, fields: string[], more: string[]]> {
	const rows = [...read('README.md').matchAll(/^\| \*\*([^*]+)\*\*: [^|]+\|([^|]*)\|([^|]*)\|$/gm)];
	const labels = (cell: string) =>
		cell
			.split(/, | or |; /)
			.map((label) => label.trim())
			.filter(Boolean);
	return rows.map(([, name, fields, more]) => [name!, labels(fields!), labels(more!)]);
}

test("README's table has each operation and the trigger, with all of their fields", () => {
	const names = [...menu().map(({ name }) => name), triggerName];
	expect(
		writtenRows()
			.map(([name]) => name)
			.sort(),
	).toEqual(names.sort());
	for (const [name, fields, more] of writtenRows()) {
		const form = formOf(name);
		const own = form.filter((field) => isSeen(field) && field.name !== 'requestOptions');
		const isGroup = ({ name: each }: INodeProperties) => ['options', 'filters'].includes(each);
		expect([name, fields.sort()]).toEqual([
			name,
			own
				.filter((each) => !isGroup(each))
				.map(labelOf)
				.sort(),
		]);
		const within = ['filters', 'options'].flatMap((group) => members(form, group)).filter(isSeen);
		expect([name, more.sort()]).toEqual([name, within.map(labelOf).sort()]);
	}
});

test('the form for bugs offers each operation and the trigger', () => {
	const [, offered = ''] = /label: Operation\n\s+options: \[(.*)\]/.exec(
		read('.github/ISSUE_TEMPLATE/bug.yml'),
	)!;
	expect(offered.split(', ')).toEqual(
		expect.arrayContaining([...menu().map(({ name }) => name), triggerName]),
	);
});

describe('usual values', () => {
	const options = () => members(formOf('Send Message'), 'options');
	const usual = (label: string) => {
		const { default: value, options: choices = [] } = options().find(
			(field) => labelOf(field) === label,
		)!;
		const choice = (choices as INodePropertyOptions[]).find((each) => each.value === value);
		return String(value === true ? 'on' : (choice?.name ?? value));
	};

	test("the reference's are the form's", () => {
		const [, text = ''] = /Those that you don't add: (.*), and the others are off or empty\./.exec(
			read('docs/reference.md'),
		)!;
		const said = [...text.matchAll(/\*([\w ]+)\* is \*?([\w ]+)\*?/g)];
		expect(said).toHaveLength(5);
		for (const [, label, value] of said) expect([label, usual(label!)]).toEqual([label, value]);
	});

	test('those that are told beside a step are, too', () => {
		const said = [...read('docs/reference.md').matchAll(/(\d+) hours \(\*([\w ]+)\*\)/g)];
		expect(said.length).toBeGreaterThan(0);
		for (const [, value, label] of said) expect([label, usual(label!)]).toEqual([label, value]);
	});
});

test.each(['MessagingService', 'MessagingServiceTrigger'])(
	'%s: n8n finds it by its category and names, and the links of its panel are there',
	(name) => {
		const codex = JSON.parse(read(`dist/nodes/MessagingService/${name}.node.json`)) as Record<
			string,
			unknown
		>;
		expect(codex).toMatchObject({
			node: `n8n-nodes-messaging-service.${name[0]!.toLowerCase()}${name.slice(1)}`,
			nodeVersion: '1.0',
			codexVersion: '1.0',
			categories: ['Communication'],
			alias: expect.arrayContaining(['SMS']),
			resources: {
				credentialDocumentation: [{ url: expect.stringMatching(/^https:\/\/.*#the-credential$/) }],
				primaryDocumentation: [{ url: expect.stringMatching(/^https:\/\/.*#readme$/) }],
			},
		});
	},
);
