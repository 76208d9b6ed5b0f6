/** The failures in docs/troubleshooting.md, read out of the code that says them. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import {
	problems,
	type Given,
	type OutcomeSentence,
	type Problem,
} from '../../nodes/MessagingService/texts.ts';
import { searchSenders } from '../../nodes/MessagingService/dropDowns/dropDowns.ts';
import { table } from './table.mts';

/** What each of these functions is called with; one that takes nothing needs no line. */
type Values<Texts extends Record<string, (...given: never[]) => Problem>> = {
	[Name in keyof Texts as Parameters<Texts[Name]> extends [] ? never : Name]: Parameters<
		Texts[Name]
	>;
};

const check = "+254712345678, campaign 'reminders', tried at 2026-11-21 11:00 (Africa/Nairobi)";
/** What the service answered, for the sentences about requests. */
const answer = (special: Partial<Given> = {}): [Given] => [{ status: 200, check, ...special }];

/** Typical values, of which one failure of every kind is made. */
const values: Values<Omit<typeof problems, OutcomeSentence>> &
	Partial<Record<OutcomeSentence, [Given]>> = {
	noRecipients: ['Recipients'],
	nameNotReadable: ['constructor'],
	linkToThisMachine: ['localhost'],
	recipientOfWrongType: ['Recipients', true],
	noCountryCode: ['Recipients', '254712345678', '+254712345678', true],
	unknownCountryCode: ['Recipients', '+999712345678'],
	numberTooShort: ['Recipients', '+25471234', '254'],
	numberTooLong: ['Recipients', '+25471234567890', '254'],
	numberOfWrongLength: ['Recipients', '+4479111234', '44'],
	notInDefaultCountry: ['Recipients', '0912345678', 'Kenya (+254)'],
	twoReadings: ['Recipients', '4366412345678', '+4366412345678', '+494366412345678'],
	codeTwice: ['Recipients', '+9191 98765 43210', '+919876543210'],
	noteBehindNumber: ['Recipients', '+254712345678/9'],
	commaInNumber: ['Recipients', '0664,1234567', '+436641234567'],
	unknownDefaultCountry: ['XX'],
	characterInNumber: ['Recipients', 'O712345678', 'O'],
	noDigits: ['Recipients', '-'],
	zerosInNumber: ['Recipients', '+25400712345678'],
	extensionInNumber: ['Recipients', '+12133734253 ext. 12'],
	plusInsideNumber: ['Recipients', '254+712345678'],
	roundedBySpreadsheet: ['Recipients', '2.547E+11'],
	zerosAtEnd: ['Recipients', '254712000000', '254712000000'],
	decimalNumber: ['Recipients', '712345678.5'],
	moreRefusedRecipients: ['Recipients', 1200],
	restOfRecipientsNotRead: ['Recipients', 10_000],
	tooManyNumbers: ['Recipients', 10_000],
	tooManyRecipientValues: ['Recipients', 1_000_000],
	emptyText: ['Message'],
	textOfWrongType: ['Message', {}],
	expressionAsText: ['Message', '{{ $json.name }}'],
	objectAsText: ['Message'],
	statusesOfWrongType: ['Statuses', {}],
	searchTextTooLong: ['Text Contains', 4100, 1000],
	tooManySegments: [4, 2, 'UCS-2'],
	unreadableTime: ['Schedule', 'tomorrow'],
	timeInPast: ['Schedule', '2026-11-20 09:00', 'Africa/Nairobi'],
	timeTooFarAhead: ['Schedule', '2062-11-22 09:00', 'Africa/Nairobi'],
	missingDate: ['End Date'],
	startAfterEnd: ['2026-11-22', '2026-11-20'],
	unknownZone: ['Nairobi'],
	notWholeNumber: ['Contact Group ID', '12.5', 1],
	numberOutOfBounds: ['Limit', 0, 1],
	unreadableCap: ['Max Recipients', undefined, 0],
	notABoolean: ['Return All', 'yes'],
	alikeInRun: ['+254712345678', 3],
	notAChoice: ['Priority', 'urgent', ['authentication', 'utility', 'marketing']],
	itemNotReadable: ['list.map is not a function'],
	capOfOtherItem: ['Max Recipients', 3],
	settingNotNumber: ['Timeout', 'soon'],
	settingsNotReadable: ['Batching', 'x'],
	baseUrlWithOtherScheme: ['ftp'],
	insecureBaseUrl: ['messaging.example.com'],
	credentialField: ['Client Secret'],
	noToken: [['expires_in', 'data', 'data.jwt']],
	credentialUnusable: ['Credential with ID "7" does not exist.'],
	expressionFailed: ['Message', "Referenced node doesn't exist"],
	unknownOperation: ['{{ $json.operation }}'],
	groupUnderCap: ['Max Recipients', 1],
	tooManyRecipients: [3, 1],
	tooManyTotalSegments: [2_400, 2_000],
	severalQuestions: [12],
	severalAsked: [2],
	linkTooLong: [1],
	notADuration: ['-1 hours'],
	tooManyRecords: [100_000],
	repeatedPage: [3],
	missingPages: [3, 1_000_000_000],
	tooManyWatched: [50_000],
	pollTooLong: [60],
	nothingToFetch: [72, true],
	noneOfTheStatuses: [["'Sent'", "'DELIVERED'"]],
	endlessPages: [10_000],
	listCutShort: [150],
	listUnreadable: [problems.serverError(...answer({ status: 503 }))],
	sendUnknownElsewhere: [check],
	unauthorized: answer({ said: 'This API key was revoked' }),
	rateLimited: answer({ said: 'Slow down' }),
	rateLimitedWithWait: answer({ said: 'Slow down', retryAfter: '3600' }),
	serverError: answer({ status: 503, said: 'Down for maintenance' }),
	sendServerError: answer({ status: 503 }),
	redirected: answer({ status: 302 }),
	sendRedirected: answer({ status: 302 }),
	forbidden: answer({ status: 403, said: 'These API keys may not send.' }),
	notMade: answer({ said: 'Invalid URL' }),
	refused: answer({ status: 422, said: 'recipients: +254712345678 has opted out' }),
	refusedWithoutReason: answer({ status: 400 }),
	notFound: answer({ status: 404 }),
	notFoundNamed: answer({ status: 404, said: 'Contact group 9 not found' }),
	unlisted: answer({ said: 'Parse Error' }),
	sendUnlisted: answer({ said: 'Parse Error' }),
};

/** A failure by the name that the code has for it. */
type Named = Problem & { id: string };

/** One failure for each of these texts. */
const written = (texts: Record<string, (...given: never[]) => Problem>): Named[] =>
	Object.entries(texts).map(([name, write]) => {
		const given = (values as Record<string, unknown[]>)[name] ?? answer();
		return { id: name, ...write(...(given as never[])) };
	});

/** A text that says both, parted where its second sentence begins. */
function parted(id: string, text: string): Named {
	const [what, ...next] = text.split(/(?<=\.) /);
	return { id, what, next: next.join(' ') };
}

/** What stands in the sender list in place of senders. */
async function emptyList(id: string, records: object[]): Promise<Named> {
	const body = { responsecode: 200, data: { data: records } };
	const context = {
		getNode: () => ({}),
		getCredentials: async () => ({ baseUrl: 'http://127.0.0.1/api', accessToken: 'token' }),
		helpers: {
			httpRequestWithAuthentication: async () => ({ statusCode: 200, headers: {}, body }),
		},
	};
	const list = searchSenders.call(context as unknown as ILoadOptionsFunctions);
	return await list.then(
		() => {
			throw new Error(`${id}: the list is not empty`);
		},
		({ message }: Error) => parted(id, message),
	);
}

/** The credential test's own texts, each named by the first code that it is for. */
function credentialTest(): Named[] {
	const rules = new MessagingServiceApi().test.rules!.map(({ properties }) => properties);
	const failing = rules.filter(({ value }) => value >= 400);
	return failing
		.filter(({ message }, index) => failing.findIndex((rule) => rule.message === message) === index)
		.map(({ message, value }) => parted(`credentialTest${value}`, message));
}

/** Where a new group of problems begins, in the order of the code. */
const beginnings: Record<string, string> = {
	noRecipients: 'Recipients',
	emptyText: 'Texts',
	unreadableTime: 'Times and dates',
	notWholeNumber: 'Numbers and choices',
	itemNotReadable: "Items and n8n's settings of the node",
	noBaseUrl: 'The address in the credential',
	credentialField: 'The access token',
	unauthorized: 'Requests',
};

/** Every failure by the title of its group. */
async function groups(): Promise<Map<string, Named[]>> {
	const found = new Map<string, Named[]>();
	let title = '';
	for (const problem of written(problems)) {
		title = beginnings[problem.id] ?? title;
		found.set(title, [...(found.get(title) ?? []), problem]);
	}
	found.set('The test of the credential', credentialTest());
	found.set('The sender list', [
		await emptyList('noSenders', []),
		await emptyList('sendersWithoutId', [{ name: 'CLINIC' }]),
	]);
	return found;
}

const unknownBegins = 'Outcome unknown: ';
const unknownEnds = ' The message may or may not have been sent.';
const isUnknown = ({ what }: Problem) => what.startsWith(unknownBegins);

/** A table for each group of failures, without those whose outcome is unknown. */
export async function failureTables(): Promise<string> {
	const tables = [...(await groups())].map(([title, failures]) => {
		const known = failures.filter((failure) => !isUnknown(failure));
		const rows = known.map(({ what, next }) => [what, next]);
		return `### ${title}\n\n${table(['What it says', 'What to do'], rows)}`;
	});
	return tables.join('\n\n');
}

/** Why nobody knows whether a message was sent. What to do is the same for all of them. */
export function unknownTable(): string {
	const unknown = written(problems).filter(isUnknown);
	return table(
		[unknownBegins.trim()],
		unknown.map(({ what }) => [what.slice(unknownBegins.length).replace(unknownEnds, '')]),
	);
}
