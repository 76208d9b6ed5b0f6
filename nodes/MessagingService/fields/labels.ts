import * as queries from './queries';
import { fields, options } from './send';

/** Labels of the form's fields, by their names in the service's requests (specification section 4). */
const labels = new Map(
	Object.entries({
		sender_id: fields.senderId,
		priority: fields.priority,
		campaign: fields.campaign,
		message: fields.message,
		schedule: options.schedule,
		recipients: fields.recipients,
		contact_list_id: fields.contactListId,
		page: queries.options.page,
		per_page: queries.options.perPage,
		query: queries.filters.query,
		category: queries.filters.category,
		status: queries.filters.status,
		date_created: queries.filters.dateCreated,
		start_date: queries.dates.startDate,
		end_date: queries.dates.endDate,
	}).map(([name, { label }]) => [name, label]),
);

const plainNames = new Map([...labels.keys()].map((name) => [plainName(name), name]));

/** Matches the names with an underscore: the others may be ordinary words of a sentence. */
const inTexts = new RegExp(
	`\\b(?:${[...labels.keys()].filter((name) => name.includes('_')).join('|')})\\b`,
	'g',
);

/** Returns the service's name of a field that an error names in another style, such as `SenderId`, or undefined. */
export function knownField(name: string): string | undefined {
	return plainNames.get(plainName(name));
}

/** Returns the label of a field, or its name if the form has none. */
export function labelOf(name: string): string {
	return labels.get(name) ?? name;
}

/** Replaces the service's names of fields in a text by their labels. */
export function withLabels(text: string): string {
	return text.replace(inTexts, labelOf);
}

function plainName(name: string): string {
	return name.replaceAll('_', '').toLowerCase();
}
