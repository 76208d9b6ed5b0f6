import type { AxiosInstance } from 'axios';
import { faults } from '../../workbench/sandbox/faults.mts';
import { reservedNumbers } from '../../workbench/sandbox/reservedNumbers.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { goodSend, loggedIn } from './client.mts';
import { answers, seenBy } from './seen.mts';

let sandbox: Sandbox;
let client: AxiosInstance;

beforeAll(async () => {
	sandbox = await startSandbox();
	client = await loggedIn(sandbox);
});
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

const send = (change: object) =>
	seenBy(client, sandbox, {
		method: 'POST',
		url: '/sms/messages',
		data: { ...goodSend, ...change },
	});

test.each(
	reservedNumbers.map((reserved) => [reserved.phoneNumber, reserved.fault.kind, reserved] as const),
)('%s sets off %s', async (phoneNumber, kind, { fault, when }) => {
	const recipients = ['+254712345678', phoneNumber];
	const expected = answers[kind];
	const first = await send({ recipients });
	expect([first.status, first.code]).toEqual([fault.status ?? expected?.status, expected?.code]);
	expect(sandbox.journal).toHaveLength(faults[kind].accepts ? 1 : 0);
	expect(sandbox.requests.at(-1)?.fault).toBe(kind);
	await send({ recipients });
	expect(sandbox.requests.at(-1)?.fault).toBe(when === 'always' ? kind : undefined);
});

test('an armed fault goes first', async () => {
	sandbox.play({ on: 'send', kind: 'serverError', status: 502 });
	const recipients = ['+254700000429'];
	expect(await send({ recipients })).toMatchObject({ status: 502 });
	expect(await send({ recipients })).toMatchObject({ status: 429 });
});

test('are all different, and in E.164', () => {
	const numbers = reservedNumbers.map(({ phoneNumber }) => phoneNumber);
	expect(new Set(numbers).size).toBe(numbers.length);
	for (const number of numbers) expect(number).toMatch(/^\+2547000\d{5}$/);
});

test('a number that ends in 404 is taken', async () => {
	expect(await send({ recipients: ['+254700000404'] })).toMatchObject({
		status: 200,
		body: { responsecode: 201 },
	});
});
