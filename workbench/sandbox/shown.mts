/** Ways in which services' lists leave out or change parts of a message record. The specification shows all of it. */

export interface Shown extends Record<string, unknown> {
	message: string;
	sms_recipients: Array<{ phone_number: string }>;
	sms_list_recipients: Array<string | object>;
}

const without = (record: object, ...names: string[]): object =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));

/** Returns the record with `change` applied to each number in `sms_recipients`. */
const withNumbers = (record: Shown, change: (number: string) => string): object => ({
	...record,
	sms_recipients: record.sms_recipients.map((each) => ({
		...each,
		phone_number: change(each.phone_number),
	})),
});

const inCamelCase = (name: string): string =>
	name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function camelCase(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(camelCase);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).map(([name, member]) => [
		inCamelCase(name),
		camelCase(member),
	]);
	return Object.fromEntries(members) as object;
}

/** Ways to show a record, keyed by name. `whole` follows the specification. */
export const ways = {
	whole: (record: Shown): object => record,
	noRecipients: (record: Shown) => without(record, 'sms_recipients', 'sms_list_recipients'),
	recipientCount: ({ sms_recipients, ...record }: Shown) => ({
		...record,
		sms_recipients: sms_recipients.length,
	}),
	emptyRecipients: (record: Shown) => ({ ...record, sms_recipients: [] }),
	recipientsAsJson: ({ sms_recipients, ...record }: Shown) => ({
		...record,
		sms_recipients: JSON.stringify(sms_recipients),
	}),
	otherRecipientNames: ({ sms_recipients, ...record }: Shown) => ({
		...record,
		sms_recipients: sms_recipients.map(({ phone_number: phone, ...each }) => ({ phone, ...each })),
	}),
	maskedNumbers: (record: Shown) =>
		withNumbers(record, (number) => `${number.slice(0, 6)}****${number.slice(-3)}`),
	nationalNumbers: (record: Shown) => withNumbers(record, (number) => `0${number.slice(4)}`),
	noText: (record: Shown) => without(record, 'message'),
	nullText: (record: Shown) => ({ ...record, message: null }),
	cutText: (record: Shown) => ({ ...record, message: `${record.message.slice(0, 12)} …` }),
	noCampaign: (record: Shown) => without(record, 'campaign'),
	noCategory: (record: Shown) => without(record, 'category'),
	groupWithoutMembers: (record: Shown) => ({
		...record,
		sms_list_recipients: record.sms_list_recipients.slice(0, 1).map(() => ({ id: 503 })),
	}),
	camelCase: (record: Shown) => camelCase(record) as object,
	noStatus: (record: Shown) => ({
		...without(record, 'status'),
		sms_recipients: record.sms_recipients.map((each) => without(each, 'status')),
		sms_list_recipients: record.sms_list_recipients.map((each) =>
			typeof each === 'object' ? without(each, 'status') : each,
		),
	}),
};

export type Way = keyof typeof ways;
