/** The fields in docs/reference.md, read out of the forms that n8n shows. */
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	queryMessagesFields,
	querySendersFields,
} from '../../nodes/MessagingService/fields/queries.ts';
import { sendFields } from '../../nodes/MessagingService/fields/send.ts';
import { sendAndWaitFields } from '../../nodes/MessagingService/fields/sendAndWait.ts';
import { triggerFields } from '../../nodes/MessagingService/fields/trigger.ts';

const forms = {
	sendMessage: sendFields,
	sendAndWait: sendAndWaitFields,
	queryMessages: queryMessagesFields,
	querySenders: querySendersFields,
	trigger: triggerFields,
};

type Choices = Array<Partial<INodePropertyOptions>>;

const sentence = (text: string) => (text === '' || text.endsWith('.') ? text : `${text}.`);

/** What a field does, and what each of its choices means, without n8n's 'Whether to' and its hint at the list. */
function about({ description = '', options = [] }: INodeProperties): string {
	const own = description
		.replace(/ Choose from the list, or (specify|enter) .*$/, '')
		.replace(/^Whether to (.)/, (_, letter: string) => letter.toUpperCase());
	const choices = (options as Choices)
		.filter((choice) => choice.description)
		.map((choice) => `*${choice.name}*: ${sentence(choice.description!)}`);
	return [sentence(own), ...choices].join(' ');
}

const isSeen = ({ type }: INodeProperties) => type !== 'hidden' && type !== 'notice';

/** A row for each field; what is within a collection comes after a row with the collection's name. */
function rows(fields: INodeProperties[]): string[][] {
	return fields
		.filter(isSeen)
		.flatMap((field) =>
			field.type === 'collection'
				? [[`**${field.displayName}**`, ''], ...rows(field.options as INodeProperties[])]
				: [[field.displayName, about(field)]],
		);
}

/** A table in Markdown, without blanks around its cells. */
function table(head: string[], rows: string[][]): string {
	const cells = rows.map((row) =>
		row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('<', '&lt;')),
	);
	const lines = [head, ...cells].map((row) => `|${row.join('|')}|`);
	lines.splice(1, 0, `|${'---|'.repeat(head.length)}`);
	return lines.join('\n');
}

/** The fields of each form. What an earlier form explains in the same words is only named, in the last row. */
export function fieldTables(): Record<keyof typeof forms, string> {
	const explained = new Set<string>();
	const tables = Object.entries(forms).map(([name, fields]) => {
		const all = rows(fields);
		const isNew = ([label, text]: string[]) => text === '' || !explained.has(`${label}${text}`);
		const own = all.filter(isNew);
		const others = all.filter((row) => !isNew(row)).map(([label]) => label);
		for (const row of own) explained.add(row.join(''));
		const last = others.length > 0 ? [[others.join(', '), 'as above']] : [];
		return [name, table(['Field', 'What it is'], [...own, ...last])];
	});
	return Object.fromEntries(tables) as Record<keyof typeof forms, string>;
}
