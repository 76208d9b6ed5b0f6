/**
 * Placeholders that come to nothing: named above the output, or refused before anybody reads "Hello ,". n8n's own
 * engine evaluates the expressions, and the service's journal shows what went out.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { doors, each, numberOf, received, send, service, type Setup } from '../harness/index.mts';

const dryRun = { dryRun: true };
const people = ['Ann', 'Ben', 'Cem', 'Dee', 'Eve'].map((Name, index) => ({
	Name,
	Phone: numberOf(2 * index),
	Time: `09:${index}0`,
}));
const texts = () => service.journal.map(({ body }) => body.message);

/** Sends this text to all people. */
function sendText(message: string, parameters: INodeParameters = {}, setup: Partial<Setup> = {}) {
	const rows = setup.rows ?? people;
	const recipients = '={{ $json.Phone }}';
	return send({ ...each, recipients, message: `=${message}`, ...parameters }, { ...setup, rows });
}

const columns = 'The columns are Name, Phone, Time.';

describe('an empty placeholder is named', () => {
	test.each<[message: string, line: string]>([
		[
			'Hello {{ $json.Name.toUppercase() }}, bye',
			`'{{ $json.Name.toUppercase() }}' in Message is empty in all 5 rows. ${columns}`,
		],
		[
			'Hello {{ $json.a.b }}, bye',
			`'{{ $json.a.b }}' in Message is empty in all 5 rows. ${columns}`,
		],
		['Hello {{ nope }}, bye', "'{{ nope }}' in Message is empty in all 5 rows."],
		[
			'{{ $json.Name === "Ben" ? null : "Hello" }}, {{ $json.Name }}',
			`'{{ $json.Name === "Ben" ? null : "Hello" }}' in Message is empty in 1 row (item 1).`,
		],
		[
			'Hi {{ $json.Name.length > 3 || undefined }}, {{ $json.Name }}',
			`'{{ $json.Name.length > 3 || undefined }}' in Message is empty in all 5 rows. ${columns}`,
		],
		[
			'Hi {{ $if($json.Name < "C", null, 1) }}!',
			`'{{ $if($json.Name &lt; "C", null, 1) }}' in Message is empty in 2 rows (items 0, 1).`,
		],
		[
			"Hi {{ $('Start').item.json.Nmae }}!",
			`'{{ $('Start').item.json.Nmae }}' in Message is empty in all 5 rows.`,
		],
		['{{ $json.Name }}{{ $json.x?.y }}', ''],
		[
			'Hi\n{{\n\t$json.Name\n\t\t.nope?.()\n}}\nbye',
			`'{{ $json.Name .nope?.() }}' in Message is empty in all 5 rows. ${columns}`,
		],
		['Hi {{ null }}, {{ null }}', "'{{ null }}' in Message is empty in all 5 rows."],
		['{{ 0 }} {{ false }} {{ $json.Name }}: {{ $json.Time }} 😀 שלום', ''],
		['{{ $json.Name }}', ''],
		[
			`Hi {{ "${'x'.repeat(70)}" && null }}`,
			`'{{ "${'x'.repeat(58)}… }}' in Message is empty in all 5 rows.`,
		],
	])('%j', async (message, line) => {
		for (const options of [{}, dryRun]) {
			const { hints, told } = await sendText(message, { options });
			expect(told).toBe('');
			expect(hints.slice(1)).toEqual(line ? [line] : []);
		}
		expect(texts()).toHaveLength(5);
	});

	test('as a warning, or for information where its code says that it may be empty', async () => {
		const typesOf = async (message: string) => {
			const { execution, hints } = await sendText(message);
			expect(hints[1]).toContain('is empty in all 5 rows');
			return execution.hints('Messaging Service')[1]?.type;
		};
		expect(await typesOf('Hi {{ null }}!')).toBe('warning');
		expect(await typesOf("Hi {{ $json.note ?? '' }}!")).toBe('info');
		expect(await typesOf('Hi {{ $json.note ?? "" }}!')).toBe('info');
	});

	test('in one row, whose columns it names', async () => {
		const { hints, told } = await sendText(
			'Hello {{ $json.Nmae }}!',
			{},
			{ rows: people.slice(0, 1) },
		);
		expect(told).toBe('');
		expect(hints).toEqual([`'{{ $json.Nmae }}' in Message is empty. ${columns}`]);
		expect(texts()).toEqual(['Hello !']);
	});

	test('where the column is there: its name is right', async () => {
		const rows = people.map((row, index) => ({ ...row, Name: index < 3 ? ' ' : row.Name }));
		const { hints } = await sendText('Hello {{ $json.Name }}!', {}, { rows });
		expect(hints[1]).toBe("'{{ $json.Name }}' in Message is empty in 3 rows (items 0-2).");
		const blank = people.map((row) => ({ ...row, Name: null }));
		const all = await sendText('Hello {{ $json.Name }}!', { campaign: 'b' }, { rows: blank });
		expect(all.hints[1]).toBe("'{{ $json.Name }}' in Message is empty in all 5 rows.");
	});

	test('in Campaign and in Recipients where they are composed, and each once', async () => {
		const rows = people.map((row, index) => ({ ...row, Second: index === 2 ? numberOf(51) : '' }));
		const { hints } = await sendText(
			'{{ null }} {{ null }}!{{ $json.Name }}',
			{
				campaign: '=visits {{ $json.Nmae ?? null }}',
				recipients: '={{ $json.Phone }}, {{ $json.Second }}',
			},
			{ rows },
		);
		expect(hints[1]).toBe(
			`'{{ $json.Second }}' in Recipients is empty in 4 rows (items 0, 1, 3, 4). '{{ null }}' in Message is empty in all 5 rows. '{{ $json.Nmae ?? null }}' in Campaign is empty in all 5 rows. The columns are Name, Phone, Time, Second.`,
		);
	});

	test('in a list of thousands of recipients', async () => {
		const Many = Array.from({ length: 3000 }, (_, index) => numberOf(2 * index)).join(', ');
		const recipients = '={{ $json.Many }}; {{ $json.Second }}';
		const rows = [{ Many, Second: '' }];
		const { hints } = await sendText('Hi', { recipients, options: dryRun }, { rows });
		expect(hints).toContain("'{{ $json.Second }}' in Recipients is empty.");
	});

	test('in the rows that can be sent', async () => {
		const rows = people.map((row, index) => ({ ...row, Phone: index < 2 ? 'lost' : row.Phone }));
		const settings = { onError: 'continueRegularOutput' as const };
		const { hints } = await sendText('Hi {{ null }}!', {}, { rows, settings });
		expect(hints[1]).toBe("'{{ null }}' in Message is empty in 3 rows (items 2-4).");
		const options = { excludeNumbers: people.map(({ Phone }) => Phone).join() };
		const excluded = await sendText('Hi {{ null }}!', { options });
		expect(excluded.hints.join()).not.toContain('is empty');
	});

	test('with a value of a megabyte beside it', async () => {
		const { told } = await sendText('{{ null }} {{ $json.Name.repeat(4e5) }}');
		expect(told).toContain('1,200,001 characters');
	});
});

describe('a column that none of several rows has is refused', () => {
	test.each([
		['Hello {{ $json.Nmae }}, bye', '$json.Nmae'],
		['{{$json["First Name"]}}', '$json["First Name"]'],
		["{{ $json.Name }}{{ $json['Nmae'] }}", "$json['Nmae']"],
		['{{ $json.Nmae }}', '$json.Nmae'],
	])('%j', async (message, code) => {
		const { failure, hints } = await sendText(message);
		expect(failure!.message).toContain(
			`Message has '{{ ${code} }}', and no row has this column. The columns are Name, Phone, Time.`,
		);
		expect(failure!.description).toContain(
			`Correct the column's name. If it may be missing, write {{ ${code} ?? '' }}.`,
		);
		expect([hints, received('send')]).toEqual([[], []]);
		const { rows } = await sendText(message, { options: dryRun });
		expect(rows.map(({ error }) => error)).toEqual(
			Array(5).fill(expect.stringContaining('no row has this column')),
		);
	});

	test('in Campaign and Recipients, too', async () => {
		const parameters = { campaign: '=a {{ $json.Day }}', recipients: '={{ $json.Fone }}' };
		const { told } = await sendText('Hello', parameters);
		expect(told).toContain("Recipients has '{{ $json.Fone }}', and no row has this column.");
		expect(told).toContain("Campaign has '{{ $json.Day }}', and no row has this column.");
	});

	test.each<[string, string, IDataObject[], INodeParameters?]>([
		['with ?? behind it', "Hi {{ $json.note ?? '' }}{{ $json.Name }}", people],
		['a row has it', 'Hi {{ $json.note }}!', [...people.slice(1), { ...people[0]!, note: null }]],
		[
			'a field that is not in use',
			'Hi',
			people,
			{ sendTo: 'contactGroup', contactListId: 503, recipients: '={{ $json.x }}' },
		],
		['a column of another node', "Hi {{ $('Start').item.json.note }}", people],
	])('but not %s', async (_title, message, rows, parameters = {}) => {
		const { told } = await sendText(message, parameters, { rows });
		expect(told).toBe('');
		expect(received('send')).not.toEqual([]);
	});

	test('rows without any column are told so', async () => {
		const rows = [{}, {}];
		const parameters = { recipients: numberOf(1) };
		const { told } = await sendText('Hi {{ $json.Name }}', parameters, { rows });
		expect(told).toContain("Message has '{{ $json.Name }}', and no row has this column.");
		expect(told).not.toContain('The columns are');
	});
});

describe('brackets outside placeholders', () => {
	test.each(doors)('are refused in an expression (%s)', async (door) => {
		const message = 'Hello {{ $json.Name }}, at 09:00. }} }}';
		const { told } = await sendText(message, {}, { door, rows: people.slice(0, 1) });
		expect(told).toContain(
			"Message has }} outside a placeholder, after ', at 09:00. ', so it would go out as it stands.",
		);
		expect(told).toContain(
			"Delete these brackets: n8n's editor adds }} by itself when {{ is typed.",
		);
		const campaign = await sendText(
			'Hi',
			{ campaign: '=}}{{ $json.Name }}' },
			{ door, rows: people.slice(0, 1) },
		);
		expect(campaign.told).toContain('Campaign has }} outside a placeholder, so it');
		expect(received('send')).toEqual([]);
	});

	test('are text in a value, and in a Fixed text', async () => {
		const message = 'SET {"a":{"b":1}} now';
		await send({ message });
		await send({ message: '={{ $json.text }}', campaign: 'b' }, { rows: [{ text: message }] });
		await send({ message: '=To {{ $json.text }}' }, { rows: [{ text: message }] });
		expect(texts()).toEqual([message, message, `To ${message}`]);
	});
});

describe('words that may stand in place of a value are told', () => {
	test.each<[message: string, line: string]>([
		[
			'Hi {{ `${$json.note}` }}, {{ $json.Name }}',
			"The word 'undefined' is in Message in all 5 rows.",
		],
		[
			'Hi {{ $json.Name === "Cem" ? "null" : $json.Name }}',
			"The word 'null' is in Message in 1 row (item 2).",
		],
		['{{ "NaN years" }}', "The word 'NaN' is in Message in all 5 rows."],
		['Caf{{ "Ã©" }}', 'Message has letters of a wrong encoding (like Ã© for é) in all 5 rows.'],
		['It{{ "â€™" }}s', 'Message has letters of a wrong encoding (like Ã© for é) in all 5 rows.'],
		['null and {{ "Null, void, nullable, annull, undefined_, 1undefined, NaNa" }}', ''],
		['undefined: {{ "undefined" }}', ''],
		['{{ "MAÇÃ, «AMANHÃ»" }}', ''],
	])('%j', async (message, line) => {
		const { hints, told } = await sendText(message);
		expect([told, hints.slice(1)]).toEqual(['', line ? [line] : []]);
	});

	test('in a text that somebody typed, they are text', async () => {
		const { hints } = await sendText('x', { message: 'This contract is null: undefined.' });
		expect(hints).toEqual(['5 rows accepted.']);
	});
});

test('words of machines are refused before anything is sent, with where they stand', async () => {
	const rows = people.map((row, index) => ({ ...row, Time: index === 3 ? '#N/A' : row.Time }));
	const { failure } = await sendText(
		'Hello {{ $json.Name }}, come at {{ $json.Time }}.',
		{},
		{ rows },
	);
	expect(failure!.message).toContain(
		"[item 3] Message has '#N/A' in place of a value, in '…, come at #N/A.'.",
	);
	expect(failure!.description).toContain('Correct this cell in the spreadsheet.');
	const campaign = await sendText('Hi', { campaign: '=visits {{ DateTime.fromISO("x") }}' });
	expect(campaign.told).toContain("Campaign has 'Invalid DateTime' in place of a value");
	const half = await sendText('{{ "Hi 😀".slice(0, 4) }}');
	expect(half.told).toContain("Message has '<U+D83D>' in place of a value, in 'Hi <U+D83D>'.");
	expect(received('send')).toEqual([]);
});

describe('a dry run shows three finished texts', () => {
	const shown = async (list: string[], message = '{{ $json.text }}') => {
		const rows = list.map((text, index) => ({ text, Phone: numberOf(2 * index) }));
		const { hints } = await sendText(message, { options: { ...dryRun, maxSegments: 0 } }, { rows });
		return hints[0]!.replace(/^.* in all\. /, '');
	};

	test('the first, the longest, the shortest', async () => {
		expect(await shown(['Hello Ann', 'Hello Benjamin', 'Hello Al', 'Hello Amy'])).toBe(
			"The first text (item 0): 'Hello Ann'. The longest text (item 1): 'Hello Benjamin'. The shortest text (item 2): 'Hello Al'.",
		);
	});

	test('each once', async () => {
		expect(await shown(['Hello Al', 'Hello Benjamin'])).toBe(
			"The first and shortest text (item 0): 'Hello Al'. The longest text (item 1): 'Hello Benjamin'.",
		);
		expect(await shown(['Hello Ann', 'Hello Ben'])).toBe("The first text (item 0): 'Hello Ann'.");
		expect(await shown(['Hello', 'Hello'])).toBe("The text: 'Hello'.");
		expect(await shown(['a'.repeat(100), 'a'.repeat(161)])).toContain(
			'The longest text (item 1, 2 segments):',
		);
		expect(await shown(['a'.repeat(161)])).toContain('The text (2 segments):');
	});

	test('by segments first, which cost', async () => {
		expect(await shown(['a'.repeat(160), 'ж'.repeat(71)])).toContain(
			'The longest text (item 1, 2 segments)',
		);
	});

	test('on one line, and cut in the middle', async () => {
		expect(await shown(['Dear\n\tAnn,\u200b bye'])).toBe("The text: 'Dear Ann,&lt;U+200B> bye'.");
		const long = `${'a'.repeat(79)}😀${'b'.repeat(50)}😀${'c'.repeat(36)}`;
		expect(await shown([long])).toContain(`'${'a'.repeat(79)}😀 … 😀${'c'.repeat(36)}'.`);
		expect(await shown(['Where are you?'])).toBe("The text: 'Where are you?'");
		expect(await shown(['b'.repeat(120)])).toContain(`'${'b'.repeat(120)}'.`);
	});

	test('as they stand, markup included', async () => {
		expect(await shown(['Pay <5 & win <b>big</b>'])).toBe(
			"The text: 'Pay &lt;5 &amp; win &lt;b>big&lt;/b>'.",
		);
	});
});
