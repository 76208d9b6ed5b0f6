/**
 * What the specification leaves open ("not shown"), one member per question. Each value is a
 * reading that the sandbox can play; README.md says where the specification leaves it open.
 */
export interface Readings {
	/** Where the token stands in the answer of the token endpoint; `none` answers without one. */
	tokenShape:
		| 'access_token'
		| 'accessToken'
		| 'token'
		| 'data.access_token'
		| 'data.accessToken'
		| 'data.token'
		| 'none';
	/**
	 * True: `data.data` is one record, not an array, when exactly one matches. `page`: also when a
	 * page of many holds one.
	 */
	singleRecord: boolean | 'page';
	/** What `data.data` is when nothing matches. */
	emptyAs: 'array' | 'null' | 'missing';
	/**
	 * Whether there is a `meta`, and whether it is right: `sizeAsAsked` claims the page size that was asked
	 * for, and counts the pages by it, where the sandbox caps it; `twoPages` claims two pages at most,
	 * `onePage` always one. The `total` is right in all of them.
	 */
	meta: 'present' | 'missing' | 'sizeAsAsked' | 'twoPages' | 'onePage';
	/**
	 * The members of a sender record: a numeric `id`, a numeric `sender_id`, a message record as in
	 * the sample, or none that can be recognised.
	 */
	senderRecord: 'id' | 'sender_id' | 'message' | 'unknown';
	/** What the `messageId` of a send is: the record's `id` as text, or an identifier of its own. */
	messageIdType: 'recordId' | 'uuid';
	/** The elements of `sms_list_recipients`: recipient records, bare numbers, or the group itself. */
	groupRecipients: 'records' | 'numbers' | 'group';
	/** Whether the endpoints refuse a request without the bearer header. A wrong token is refused either way. */
	bearerRequired: boolean;
	/**
	 * How a sender that may not send and an unknown contact group are refused: HTTP 422, or
	 * `responsecode` 422 in a 200 body.
	 */
	refusalTold: 'http' | 'body';
	/**
	 * The body of a refusal: the envelope, `{ "message": … }`, OAuth's `{ "error",
	 * "error_description" }`, a web page, or nothing.
	 */
	errorBody: 'envelope' | 'message' | 'oauth' | 'html' | 'empty';
	/**
	 * The text that the list shows and `query` searches: as sent, without white space at its ends, with
	 * its line breaks as \n or as \r\n, with runs of white space as one blank, or composed (Unicode NFC).
	 */
	storedText: 'asSent' | 'trimmed' | 'unixLines' | 'crlf' | 'oneBlank' | 'composed';
	/** The campaign that the list shows: as sent, or in lower or upper case. */
	storedCampaign: 'asSent' | 'lowerCase' | 'upperCase';
	/** The order of the message query, by acceptance. */
	listOrder: 'newestFirst' | 'oldestFirst';
	/** The `created_at` of message and recipient records: with six decimals, or in whole seconds without a fraction. */
	recordCreatedAt: 'microseconds' | 'seconds';
	/** The `reference` of a recipient record: a text of its own, or null as in the sample. */
	recipientReference: 'text' | 'null';
}

const choices: { [Name in keyof Readings]: ReadonlyArray<Readings[Name]> } = {
	tokenShape: [
		'access_token',
		'accessToken',
		'token',
		'data.access_token',
		'data.accessToken',
		'data.token',
		'none',
	],
	singleRecord: [true, false, 'page'],
	emptyAs: ['array', 'null', 'missing'],
	meta: ['present', 'missing', 'sizeAsAsked', 'twoPages', 'onePage'],
	senderRecord: ['id', 'sender_id', 'message', 'unknown'],
	messageIdType: ['recordId', 'uuid'],
	groupRecipients: ['records', 'numbers', 'group'],
	bearerRequired: [true, false],
	refusalTold: ['http', 'body'],
	errorBody: ['envelope', 'message', 'oauth', 'html', 'empty'],
	storedText: ['asSent', 'trimmed', 'unixLines', 'crlf', 'oneBlank', 'composed'],
	storedCampaign: ['asSent', 'lowerCase', 'upperCase'],
	listOrder: ['newestFirst', 'oldestFirst'],
	recordCreatedAt: ['microseconds', 'seconds'],
	recipientReference: ['text', 'null'],
};

/** Every reading with its possible values, the first of each is what the sandbox plays unasked. */
export const readingChoices: Readonly<Record<string, ReadonlyArray<string | boolean>>> = choices;

/** The readings of a sandbox that was given none. */
export function defaultReadings(): Readings {
	return Object.fromEntries(
		Object.entries(choices).map(([name, values]) => [name, values[0]]),
	) as unknown as Readings;
}

/** Throws a sentence for a reading, or a value of one, that doesn't exist. */
export function changeReadings(readings: Readings, changes: Partial<Readings>): void {
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined) continue;
		const values = readingChoices[name];
		if (!values)
			throw new Error(
				`The sandbox has no reading "${name}". It has: ${Object.keys(choices).join(', ')}.`,
			);
		Object.assign(readings, { [name]: oneOf(name, value, values) });
	}
}

/** Throws a sentence where the value isn't one of these. */
export function oneOf<Value>(name: string, value: unknown, values: readonly Value[]): Value {
	const found = values.find((candidate) => candidate === value);
	if (found === undefined)
		throw new Error(`${name} is one of ${values.join(', ')}, not ${JSON.stringify(value)}.`);
	return found;
}
