/**
 * Runs that end in a failure of docs/troubleshooting.md, with the values that the page shows: what
 * a person does to meet it.
 */
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../workbench/sandbox/faults.mts';
import type { StubAnswer } from '../stubService.mts';
import { goodSend, type RunSetup } from '../workbench.mts';

/** What differs from a plain run that succeeds. */
export interface FailureCase {
	parameters: INodeParameters;
	setup?: RunSetup;
	/** Fields of the credential. */
	credential?: ICredentialDataDecryptedObject;
	/** What the sandbox plays. */
	fault?: Fault;
	/** A service that answers so in place of the sandbox, with a token for everybody unless told. */
	answer?: StubAnswer;
	token?: StubAnswer;
}

const send = (
	changes: INodeParameters,
	more: Omit<FailureCase, 'parameters'> = {},
): FailureCase => ({ parameters: { ...goodSend, ...changes }, ...more });
const to = (recipients: string, options: INodeParameters = {}): FailureCase =>
	send({ recipients, options });
const option = (options: INodeParameters, changes: INodeParameters = {}): FailureCase =>
	send({ ...changes, options });
const query = (
	changes: INodeParameters,
	more: Omit<FailureCase, 'parameters'> = {},
): FailureCase => ({ parameters: { operation: 'queryMessages', ...changes }, ...more });
const dates = (startDate: string, endDate: string): FailureCase =>
	query({ filters: { dateCreated: 'custom', startDate, endDate } });
const baseUrl = (address: string): FailureCase => send({}, { credential: { baseUrl: address } });
const token = (answer: StubAnswer): FailureCase => send({}, { token: answer });
const answered = (
	status: number,
	responsemessage = '',
	headers: Record<string, string> = {},
): { answer: StubAnswer } => ({
	answer: { status, headers, body: responsemessage ? { responsemessage } : {} },
});
const group = { sendTo: 'contactGroup', contactListId: 503 };
const items = (count: number, row: (index: number) => IDataObject = () => ({})): IDataObject[] =>
	Array.from({ length: count }, (_, index) => row(index));

export const failureCases: Record<string, FailureCase> = {
	noRecipients: to('={{ "" }}'),
	recipientOfWrongType: to('={{ true }}'),
	noCountryCode: to('712345678'),
	noOwnCountryCode: query({ filters: { phoneNumber: '712345678' } }),
	unknownCountryCode: to('+999712345678'),
	numberTooShort: to('+25471234'),
	numberTooLong: to('+25471234567890'),
	numberOfWrongLength: to('+4479111234'),
	notInDefaultCountry: to('0912345678', { defaultCountry: 'KE' }),
	unknownDefaultCountry: to('0712345678', { defaultCountry: 'XX' }),
	characterInNumber: to('O712345678'),
	noDigits: to('-'),
	zerosInNumber: to('+25400712345678'),
	extensionInNumber: to('+12133734253 ext. 12'),
	plusInsideNumber: to('254+712345678'),
	roundedBySpreadsheet: to('2.547E+11'),
	decimalNumber: to('712345678.5'),
	emptyText: send({ message: '={{ "" }}' }),
	textOfWrongType: send({ message: '={{ ({ text: "Hello" }) }}' }),
	searchTextTooLong: query({ filters: { query: 'w'.repeat(4_100) } }),
	tooManySegments: send({ message: 'я'.repeat(210), options: { maxSegments: 2 } }),
	tooManyNumbers: to(
		`={{ Array.from({ length: 10001 }, (_, index) => '+2547' + (10000000 + index)) }}`,
	),
	unreadableTime: option({ schedule: 'tomorrow' }),
	unreadableDate: dates('last week', '2026-11-22'),
	missingDate: dates('2026-11-20', ''),
	startAfterEnd: dates('2026-11-22', '2026-11-20'),
	notWholeNumber: send({ sendTo: 'contactGroup', contactListId: '={{ "12.5" }}' }),
	numberOutOfBounds: query({ limit: 0 }),
	unreadableCap: option({ maxRecipients: '={{ "" }}' }),
	notABoolean: query({ returnAll: '={{ "yes" }}' }),
	nothingToExclude: option({ excludeNumbers: '={{ null }}' }),
	groupNotExcluded: option({ excludeNumbers: '+254712345678' }, group),
	groupNotChecked: option({ skipAlreadySent: true }, group),
	notAChoice: send({ priority: '={{ "urgent" }}' }),
	capOfOtherItem: send(
		{ options: { maxRecipients: '={{ $json.cap }}' } },
		{
			setup: {
				items: items(4, (index) => (index === 3 ? {} : { cap: 9 })),
				settings: { onError: 'continueRegularOutput' },
			},
		},
	),
	settingNotNumber: send({ requestOptions: { timeout: '={{ "soon" }}' } }),
	noBaseUrl: baseUrl(' '),
	malformedBaseUrl: baseUrl('messaging example com'),
	baseUrlWithOtherScheme: baseUrl('ftp://messaging.example.com'),
	baseUrlWithLogin: baseUrl('https://ann:pass@messaging.example.com'),
	baseUrlWithQuery: baseUrl('https://messaging.example.com/api?key=7'),
	insecureBaseUrl: baseUrl('http://messaging.example.com'),
	credentialField: send({}, { credential: { clientSecret: ' ' } }),
	noToken: token({ body: { expires_in: 3600, data: { jwt: 'eyJ' } } }),
	wrongKeys: send({}, { credential: { clientSecret: 'an-old-secret' } }),
	wrongAddress: token({ body: '<html>Welcome</html>' }),
	tokenUnreachable: baseUrl('https://127.0.0.1:1'),
	tokenBusy: token({ status: 429, headers: { 'retry-after': '0' }, body: {} }),
	tokenFailing: token({ status: 503, body: {} }),
	unauthorized: send({}, answered(401, 'This API key was revoked')),
	rateLimitedWithWait: send({}, answered(429, 'Slow down', { 'retry-after': '3600' })),
	unreachable: send({}, { credential: { baseUrl: 'https://127.0.0.1:1', accessToken: 'kept' } }),
	serverError: query({}, answered(503, 'Down for maintenance')),
	sendServerError: send({}, answered(503)),
	lost: query({}, { fault: { on: 'messages', kind: 'dropBefore', times: Infinity } }),
	sendLost: send({}, { fault: { on: 'send', kind: 'dropAfter' } }),
	timedOut: query(
		{ requestOptions: { timeout: 100 } },
		{ fault: { on: 'messages', kind: 'hang', times: Infinity } },
	),
	sendTimedOut: send(
		{ requestOptions: { timeout: 100 } },
		{ fault: { on: 'send', kind: 'hangAfterAccept' } },
	),
	unreadable: query({}, { answer: { body: '<html>Welcome</html>' } }),
	sendUnreadable: send({}, { answer: { body: '<html>Welcome</html>' } }),
	redirected: query({}, answered(302, '', { location: 'http://127.0.0.1:1/' })),
	sendRedirected: send({}, answered(302, '', { location: 'http://127.0.0.1:1/' })),
	refused: send({}, answered(422, 'recipients: +254712345678 has opted out')),
	refusedWithoutReason: send({}, answered(400)),
	notFound: send({}, answered(404)),
	notFoundNamed: send(group, answered(404, 'Contact group 9 not found')),
	expressionFailed: send({ message: '={{ $("No such node").item.json.text }}' }),
	unknownOperation: send({ operation: '{{ $json.operation }}' }),
	proxyNotValid: send({ requestOptions: { proxy: 'proxy.example.com' } }),
	groupUnderCap: option({ maxRecipients: 1 }, group),
	tooManyRecipients: option(
		{ maxRecipients: 1 },
		{ recipients: '+254712345671, +254712345672, +254712345673' },
	),
	tooManyTotalSegments: option(
		{ maxTotalSegments: 2_000 },
		{
			message: 'w'.repeat(161),
			recipients:
				'={{ Array.from({ length: 1200 }, (_, at) => "+25471" + String(2_000_000 + at)) }}',
		},
	),
	repeatedPage: query(
		{ returnAll: true, options: { perPage: 2, maxConcurrentRequests: 1 } },
		{ fault: { on: 'messages', kind: 'repeatPage', after: 2 } },
	),
	missingPages: query(
		{ returnAll: true, options: { perPage: 6, maxConcurrentRequests: 1 } },
		{ fault: { on: 'messages', kind: 'hugeLastPage', times: Infinity } },
	),
	listUnreadable: send({ options: { skipAlreadySent: true } }, answered(503)),
};

/**
 * Failures that no run here meets, because it would take millions of values, pages or seconds, a
 * bug of ours, or two runs at the same moment. Their texts are tested where they are made.
 */
export const notMet = [
	'moreRefusedRecipients',
	'restOfRecipientsNotRead',
	'tooManyRecipientValues',
	'timeInPast',
	'timeTooFarAhead',
	'unknownZone',
	'itemNotReadable',
	'settingsNotReadable',
	'credentialUnusable',
	'rateLimited',
	'unlisted',
	'sendUnlisted',
	'operationByExpression',
	'tooManyRecords',
	'tooManyWatched',
	'nothingToFetch',
	'endlessPages',
	'listChanged',
	'listCutShort',
	'sendUnclearElsewhere',
	'sentElsewhere',
];
