import * as queries from './queries';
import { fields, options } from './send';

/** Fields of requests by the service's names (specification section 4), with the labels that the form has for them. */
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

/** Names with an underscore are no words of a sentence. */
const inTexts = new RegExp(
	`\\b(?:${[...labels.keys()].filter((name) => name.includes('_')).join('|')})\\b`,
	'g',
);

/** The service's name of a field that an error names in another style, such as `SenderId`; undefined for others. */
export function knownField(name: string): string | undefined {
	return plainNames.get(plainName(name));
}

/** The label of a field; the name itself where the form has none. */
export function labelOf(name: string): string {
	return labels.get(name) ?? name;
}

/** The text with labels in place of the service's names. */
export function withLabels(text: string): string {
	return text.replace(inTexts, labelOf);
}

function plainName(name: string): string {
	return name.replaceAll('_', '').toLowerCase();
}
