/** Which code is changed, part by part, and which tests have to notice. */

/** Files that are changed together, since the same tests are for them. */
export interface Batch {
	/** Under the node's folder, or from `credentials/`; without the `.ts`. */
	files: string[];
	/** Under `test`, without the `.test.mts`. */
	tests: string[];
}

/** A part ends in ten minutes on two quiet cores. Its name begins with the room that it is of. */
export interface Part {
	name: string;
	batches: Batch[];
}

/** These members of a folder. */
const of = (room: string, ...names: string[]): string[] => names.map((name) => `${room}/${name}`);

const validation = of(
	'validation',
	'baseUrl',
	'choices',
	'countries',
	'dateRange',
	'fieldTexts',
	'harmless',
	'instant',
	'neitherKind',
	'numberFields',
	'numbers',
	'phoneNumber',
	'problems',
	'recipients',
	'schedule',
	'shortened',
	'statuses',
	'text',
);

/** The whole way of an item without n8n's engine and without a network. */
const wholeWay = of('run', 'again', 'failures', 'refusals', 'send', 'slices', 'token');

const forms = [
	...of('operations', 'excludedNumbers', 'messageRecord', 'queries', 'sendMessage'),
	'interface/messageShapes',
	'trigger/form',
];

export const parts: Part[] = [
	{
		name: 'operations',
		batches: [
			{
				files: of(
					'operations',
					'sendMessage',
					'watchMessages',
					'queryMessages',
					'querySenders',
					'listStatuses',
					'query',
					'excludedNumbers',
					'messageRecord',
					'messageFilters',
					'reasons',
					'priority',
					'sendFields',
					'sharedFields',
					'index',
				),
				tests: forms,
			},
		],
	},
	{
		name: 'run-items',
		batches: [
			{
				files: of(
					'run',
					'run',
					'failureOfRun',
					'runInput',
					'check',
					'outputs',
					'caps',
					'hints',
					'redactChecked',
				),
				tests: [
					...wholeWay,
					...of(
						'run',
						'allItems',
						'capOfOtherItem',
						'failureOfRun',
						'hintSettings',
						'hintTexts',
						'lowestCap',
						'oneItem',
						'outputOrder',
						'redactChecked',
					),
					'http/stoppedWaiting',
				],
			},
		],
	},
	{
		name: 'run-doors',
		batches: [
			{
				files: of('run', 'allItems', 'oneItem', 'fields', 'nodeSettings', 'thrownReason'),
				tests: of('run', 'again', 'allItems', 'failures', 'fieldReader', 'nodeSettings', 'oneItem'),
			},
		],
	},
	{
		name: 'send',
		batches: [
			{
				files: of('send', 'sendAll', 'combine', 'ledger', 'receipt', 'sending', 'withoutRequest'),
				tests: [
					...of(
						'send',
						'combine',
						'combinedConcurrency',
						'ledger',
						'outputs',
						'pace',
						'withoutRequest',
					),
					'run/combinedRetries',
					'lookup/core',
					...wholeWay,
				],
			},
			{
				files: of('send', 'claim', 'amongWorkers', 'lookUpUnclear', 'sentBefore', 'skipListed'),
				tests: of('lookup', 'alreadySent', 'claims', 'core', 'workers'),
			},
		],
	},
	{
		name: 'lookup-list',
		batches: [
			{
				files: of(
					'lookup',
					'confirm',
					'unclearSends',
					'listedMessage',
					'messageList',
					'serviceClock',
				),
				tests: of('lookup', 'alreadySent', 'confirm', 'core', 'listReading'),
			},
		],
	},
	{
		name: 'lookup-memory',
		batches: [
			{
				files: of('lookup', 'alreadySent', 'identity', 'recentSend', 'recentSends', 'workerClaims'),
				tests: of('lookup', 'alreadySent', 'claims', 'core', 'recentSends', 'workers'),
			},
		],
	},
	{
		name: 'query',
		batches: [
			{
				files: of(
					'query',
					'collected',
					'page',
					'pageCount',
					'pageQueue',
					'pages',
					'pass',
					'readAll',
					'readPass',
				),
				tests: [
					...of(
						'query',
						'answersOutOfOrder',
						'changingList',
						'cutShort',
						'kept',
						'lastPass',
						'laterPage',
						'pace',
						'page',
						'pageCount',
						'pages',
						'readAhead',
					),
					'run/failures',
				],
			},
		],
	},
	{
		name: 'http-answers',
		batches: [
			{
				files: of(
					'http',
					'envelope',
					'noConnection',
					'outcome',
					'plainText',
					'proof',
					'reason',
					'redactedOutcome',
					'remarkField',
					'remarks',
					'retryPolicy',
					'slices',
				),
				tests: of(
					'http',
					'envelope',
					'noConnection',
					'outcome',
					'proof',
					'reason',
					'redactedOutcome',
					'retryPolicy',
					'slices',
				),
			},
		],
	},
	{
		name: 'http-requests',
		batches: [
			{
				files: of('http', 'limiter', 'pace', 'pause', 'stop', 'timeLimit'),
				tests: of(
					'http',
					'limiter',
					'limiterOvertaking',
					'limiterPlaces',
					'pace',
					'pause',
					'pauseOfAll',
					'request',
					'stoppedWaiting',
					'timeLimit',
				),
			},
			{
				files: of('http', 'attempt', 'renewal', 'request'),
				tests: [
					...of('http', 'lateRejection', 'request', 'timeLimit'),
					...of('run', 'failures', 'renewal', 'send', 'token'),
				],
			},
		],
	},
	{
		name: 'auth',
		batches: [
			{
				files: of(
					'auth',
					'account',
					'accountKey',
					'allowedDomains',
					'exchangeSettings',
					'redactData',
					'redaction',
					'session',
				),
				tests: [
					...of('auth', 'account', 'allowedDomains', 'redaction', 'session'),
					...of('run', 'failures', 'token'),
				],
			},
		],
	},
	{
		name: 'credentials',
		batches: [
			{
				files: of(
					'credentials',
					'MessagingServiceApi.credentials',
					'token/credentialFailure',
					'token/currentToken',
					'token/exchange',
					'token/problems',
					'token/redactionOf',
					'token/tokenAnswer',
				),
				tests: of(
					'credential',
					'authenticate',
					'currentToken',
					'exchange',
					'requests',
					'tokenProblems',
				),
			},
		],
	},
	{
		name: 'lists',
		batches: [
			{
				files: of(
					'lists',
					'getStatuses',
					'listRequest',
					'searchSenders',
					'senderRecord',
					'specifiedStatuses',
				),
				tests: of('lists', 'listTimeout', 'offers', 'senderOrder'),
			},
		],
	},
	{
		name: 'errors',
		batches: [
			{
				files: of(
					'errors',
					'accepted',
					'bounds',
					'failureOf',
					'howToGoOn',
					'itemText',
					'nodeError',
					'places',
					'pollFailure',
					'runFailure',
					'sentences',
				),
				tests: of('errors', 'bounds', 'nodeError', 'pollFailure', 'runFailure', 'sentences'),
			},
		],
	},
	{
		name: 'trigger-state',
		batches: [
			{
				files: of('trigger', 'changes', 'settings', 'watched'),
				tests: of('trigger', 'changes', 'form', 'watched'),
			},
		],
	},
	{
		name: 'trigger-polls',
		batches: [
			{
				files: of('trigger', 'poll', 'reading', 'testEvents', 'turns'),
				tests: of('trigger', 'onePoll', 'pollTurns'),
			},
		],
	},
	{
		name: 'validation-texts',
		batches: [
			{
				files: of(
					'validation',
					'boolean',
					'cap',
					'choice',
					'givenText',
					'grouped',
					'gsm7',
					'harmless',
					'isNotSet',
					'problems',
					'quotedValue',
					'record',
					'requiredText',
					'searchText',
					'shortened',
					'statuses',
					'text',
					'unreadable',
					'withoutStop',
				),
				tests: validation,
			},
		],
	},
	{
		name: 'validation-numbers',
		batches: [
			{
				files: of(
					'validation',
					'defaultCountry',
					'phoneCharacters',
					'phoneNumber',
					'recipients',
					'wholeNumber',
				),
				tests: validation,
			},
		],
	},
	{
		name: 'validation-times',
		batches: [
			{
				files: of(
					'validation',
					'baseUrl',
					'dateRange',
					'instant',
					'schedule',
					'timeObject',
					'timeZone',
				),
				tests: validation,
			},
		],
	},
];

/** Without logic: tables of names and of types. What n8n reads of the two nodes is tested on its engine. */
export const withoutLogic = [
	'MessagingService.node',
	'MessagingServiceTrigger.node',
	'item',
	'http/requestForm',
	'operations/operation',
	'errors/runSoFar',
	'validation/countries',
	'validation/problem',
];

/**
 * Sentences, characters and tables of fields: their texts and their layout are left as they are,
 * all else of them is changed.
 */
export const leftAsTheyAre: Record<string, string[]> = {
	...Object.fromEntries(
		[
			'validation/problems',
			'validation/gsm7',
			'errors/sentences',
			'credentials/token/problems',
		].map((file) => [file, ['StringLiteral']]),
	),
	...Object.fromEntries(
		of('operations', 'priority', 'sendFields', 'sharedFields').map((file) => [
			file,
			['StringLiteral', 'ObjectLiteral', 'BooleanLiteral', 'ArrayDeclaration'],
		]),
	),
};

export const filesOf = ({ batches }: Part): string[] => batches.flatMap(({ files }) => files);

/** The folder that a file is in. */
export const roomOf = (file: string): string => file.slice(0, file.indexOf('/'));

/** Where a file is, from the project's folder. */
export const pathOf = (file: string): string =>
	roomOf(file) === 'credentials' ? `${file}.ts` : `nodes/MessagingService/${file}.ts`;

/** Every room that is changed, in the order of the parts. */
export const rooms = [...new Set(parts.flatMap(filesOf).map(roomOf))];

/**
 * The parts, or what is left of them, that these names are for: names of parts, of rooms or of
 * files; all unless some are named.
 */
export function chosen(names: string[]): Part[] {
	const known = [...parts.map(({ name }) => name), ...rooms, ...parts.flatMap(filesOf)];
	const unknown = names.filter((name) => !known.includes(name));
	if (unknown.length > 0)
		throw new Error(
			`There is no part, no folder and no file ${unknown.join(', ')} to change. --list names the parts.`,
		);
	const isNamed = (...any: string[]): boolean =>
		names.length === 0 || any.some((name) => names.includes(name));
	return parts.flatMap(({ name, batches }) => {
		const left = batches
			.map(({ files, tests }) => ({
				tests,
				files: files.filter((file) => isNamed(name, roomOf(file), file)),
			}))
			.filter(({ files }) => files.length > 0);
		return left.length > 0 ? [{ name, batches: left }] : [];
	});
}
