/**
 * n8n has one process for everybody, so no text that somebody else writes may block its event loop. With ten times the
 * text, the longest turn of the event loop may take at most fifteen times as long. It is measured in the processor time
 * of this thread, which a busy machine doesn't change.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { answering, goodSend, locator, run, send, senders, service } from '../harness/index.mts';
import { trigger } from '../harness/index.mts';
import { ask, opened } from '../behavior/asking.mts';
import { writtenTables } from '../behavior/form/tables.mts';
import { record } from '../behavior/watching.mts';

const kinds: Array<[string, piece: string]> = [
	['one letter', 'a'],
	['combining marks', '\u0301\u0316'],
	['combining marks in another order', '\u0316\u0301'],
	[
		'marks of many classes',
		'\u0334\u093c\u3099\u094d\u05b0\u0651\u0e38\u0f71\u0321\u031b\u302a\u0316\u0301\u0345',
	],
	['hangul', '\u1112\u1161\u11ab'],
	['ligatures', 'ﬁﬂ'],
	['joined emoji', '👩‍👩‍'],
	['bidirectional signs', '\u202e\u2066'],
	['blanks', ' \t\u00a0'],
	['line breaks', '\r\n'],
	['markup', '&<>"'],
	['digits', '7'],
	['commas', ','],
	['brackets', '['],
	['half emoji', '\ud83d'],
];

const processorTime = (): number => {
	const { user, system } = process.threadCpuUsage();
	return (user + system) / 1000;
};

/** Returns the longest turn of the event loop during the work, in milliseconds of processor time. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
	let [longest, isDone] = [0, false];
	let last = processorTime();
	const tick = (): void => {
		longest = Math.max(longest, processorTime() - last);
		last = processorTime();
		if (!isDone) setImmediate(tick);
	};
	setImmediate(tick);
	await work();
	isDone = true;
	tick();
	return longest;
}

/** Expects an error, as n8n throws it where nothing can be shown or watched. */
const refused = (error: unknown): void =>
	expect(error).toHaveProperty('name', expect.stringMatching(/Error$/));

/** A place for a text, and the work that puts a text there. */
type Case = [what: string, work: (text: string) => Promise<unknown>];

/**
 * Returns the cases in which ten times the text takes more than fifteen times as long. Less than 5 ms counts as 5 ms.
 */
async function heldBy(piece: string, cases: Case[], most = 100_000): Promise<string[]> {
	const textOf = (size: number) => piece.repeat(size / piece.length);
	const held: string[] = [];
	for (const [what, work] of cases) {
		// Tries three times, since a garbage collection is not the text's fault.
		for (let left = 3; left > 0; left--) {
			const few = await longestTurn(async () => await work(textOf(most / 10)));
			const many = await longestTurn(async () => await work(textOf(most)));
			if (many <= 15 * Math.max(5, few)) break;
			if (left === 1) held.push(`${what}: ${few} ms, then ${many} ms`);
		}
	}
	return held;
}

const tables = writtenTables();

/** Returns parameters with a value in the field of this path. */
function withField(path: string, value: unknown): INodeParameters {
	const [name = '', ...rest] = path.split('.');
	const inner = rest.length > 0 ? withField(rest.join('.'), value) : value;
	return { [name]: path === 'senderId' ? locator(value) : inner } as INodeParameters;
}

/** Returns a record of the list to one number, with this value in a member, or as a member's name. */
function listed(member: string, value: string): IDataObject {
	if (member === 'a name of its own') return record(7, [['+254712345678', 'Sent']], { [value]: 1 });
	const message = record(7, [['+254712345678', 'Sent']], { [member]: value });
	const [recipient] = message.sms_recipients as IDataObject[];
	const ofRecipient = member.slice('recipient '.length);
	if (member.startsWith('recipient ')) recipient![ofRecipient] = value;
	return message;
}

const listing = async (data: IDataObject[]) => {
	const meta = { current_page: 1, last_page: 1, per_page: 100, total: data.length };
	await answering(() => ({ body: { responsecode: 200, data: { data, meta } } }));
};

describe.each(kinds)('%s', (_name, piece) => {
	const operations: Array<[string, INodeParameters]> = [
		['sendMessage', goodSend],
		['sendAndWait', {}],
		['queryMessages', {}],
		['querySenders', {}],
	];
	test.each(operations)('in each field of %s', async (operation, others) => {
		const cases = tables[operation]!.map(([path = '']): Case => {
			const group = path === 'contactListId' ? { sendTo: 'contactGroup' } : {};
			const sends = operation.startsWith('send') ? goodSend : {};
			const parameters = {
				...{ ...sends, ...others, ...group, operation },
				...withField(path, '={{ $json.text }}'),
			};
			return [path, async (text) => await run(parameters, { rows: [{ text }] })];
		});
		expect(await heldBy(piece, cases)).toEqual([]);
	});

	test('in a message and a campaign, as long as they may be, that the list is read for', async () => {
		const cases = ['message', 'campaign'].flatMap((field) =>
			['text', 'campaign'].map((sameMessage): Case => {
				const options = { skipAlreadySent: true, plainCharacters: true, sameMessage };
				const parameters = { [field]: '={{ $json.text }}', options };
				const rows = (text: string) => [{ text }, { text: `${text}.` }];
				return [field, async (text) => await send(parameters, { rows: rows(text) })];
			}),
		);
		for (const most of [17_000, 39_000]) expect(await heldBy(piece, cases, most)).toEqual([]);
	});

	test('in each field of the trigger', async () => {
		const cases = tables.messagingServiceTrigger!.map(
			([path = '']): Case => [
				path,
				async (text) => {
					const watching = trigger(withField(path, text));
					await watching.activate().catch(refused);
					await watching.poll().catch(refused);
				},
			],
		);
		expect(await heldBy(piece, cases)).toEqual([]);
	});

	test.each(['freeText', 'approval'])('in an answer by link, by %s', async (responseType) => {
		const outcome = await ask({ responseType });
		const answer = async (body: unknown) => await opened(outcome, { responseType }, body);
		const cases: Case[] = [
			['text', async (text) => await answer({ text })],
			['approved', async (text) => await answer({ approved: text })],
			['a name', async (text) => await answer({ [text]: 'x' })],
		];
		expect(await heldBy(piece, cases)).toEqual([]);
	});

	test('on the page: the message, as long as it may be, and words', async () => {
		const page = (text: string) => ({ values: { title: text, thanks: text, buttonLabel: text } });
		const looked = async (parameters: INodeParameters) => {
			service.reset();
			const outcome = await ask({ responseType: 'freeText', ...parameters });
			if (service.journal.length > 0) await opened(outcome, parameters);
		};
		const message: Case = ['message', async (text) => await looked({ message: text })];
		const words: Case = ['words', async (text) => await looked({ options: { page: page(text) } })];
		for (const most of [1000, 17_000, 39_000, 100_000])
			expect(await heldBy(piece, [message, words], most)).toEqual([]);
	});

	const members = [
		...['id', 'sender_id', 'category', 'campaign', 'message', 'schedule', 'status', 'created_at'],
		...['sms_recipients', 'recipient phone_number', 'recipient status', 'recipient reference'],
		'a name of its own',
	];
	const filters = { campaign: 'x', phoneNumber: '+254712345678', deliveryStatus: 'a' };
	const readers: Array<[string, () => Promise<unknown>]> = [
		['simplified', async () => await run({ operation: 'queryMessages', filters })],
		['recipients', async () => await run({ operation: 'queryMessages', output: 'recipients' })],
		['Skip Already Sent', async () => await send({ options: { skipAlreadySent: true } })],
		['senders', async () => await senders().catch(refused)],
		[
			'trigger',
			async () => {
				const watching = trigger();
				await watching.activate().catch(refused);
				await watching.poll().catch(refused);
			},
		],
	];
	test.each(readers)('in each member of a record that the list has: %s', async (reader, read) => {
		const cases = members.map(
			(member): Case => [
				member,
				async (text) => {
					await listing([listed(member, text)]);
					await read();
				},
			],
		);
		for (const most of reader === 'Skip Already Sent' ? [39_000, 100_000] : [100_000])
			expect(await heldBy(piece, cases, most)).toEqual([]);
	});

	test("in the service's refusals, receipts and token answers", async () => {
		const bodies: Array<[string, (text: string) => unknown]> = [
			['message', (text) => ({ message: text })],
			['no JSON', (text) => text],
			['errors by field', (text) => ({ errors: { [text]: [text, text] } })],
			['errors in a list', (text) => ({ errors: [{ field: text, message: text }] })],
			['success', (text) => ({ responsecode: 201, data: { success: text } })],
			['no success', (text) => ({ responsecode: 201, data: { success: false, message: text } })],
			['receipt', (text) => ({ data: { success: true, messageId: text, [text]: text } })],
			['responsecode', (text) => ({ responsecode: text, data: {} })],
			['token', (text) => ({ access_token: text })],
			['a name', (text) => ({ [text]: text })],
		];
		const cases = bodies.flatMap(([what, bodyOf]) =>
			[200, 422].flatMap((status): Case[] => {
				const token = async (text: string) => {
					const body = bodyOf(text);
					await answering(() => ({ body: {} }), { token: () => ({ status, body }) });
					await send();
				};
				const both = async (text: string) => {
					await answering(() => ({ status, body: bodyOf(text) }));
					await send({ options: { lookUpUnknown: false } });
					await run({ operation: 'querySenders' });
				};
				return [
					[`${what} ${status}`, both],
					[`${what} ${status}, token`, token],
				];
			}),
		);
		expect(await heldBy(piece, cases)).toEqual([]);
	});
});

test('a token answer of many members is told by ten of them', async () => {
	const body = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`m${at}`, at]));
	await answering(() => ({ body: {} }), { token: () => ({ body }) });
	const { told } = await send();
	expect(told).toContain('(fields received: m0, m1, m2, m3, m4, m5, m6, m7, m8, m9)');
});
