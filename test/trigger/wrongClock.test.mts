/** A poll with a wrong clock, the service's or n8n's own: nothing is lost for it, and nothing old is told as new. */
import type { IDataObject } from 'n8n-workflow';
import { page } from '../run/answers.mts';
import { message, noon, PolledTrigger } from './stubbedPolls.mts';

const hour = 3_600_000;

let trigger: PolledTrigger;
let ids = 0;
/** Hours after noon, truly; by how many hours each clock is wrong; whether the service states its time. */
let time: number;
let wrong: { service: number; own: number; isTold: boolean };

beforeEach(() => {
	[time, wrong] = [0, { service: 0, own: 0, isTold: true }];
	jest.spyOn(Date, 'now').mockImplementation(() => noon + (time + wrong.own) * hour);
	trigger = new PolledTrigger({}, [`workflow ${++ids}`, 'clock']);
	trigger.service = ({ start_date, end_date }) => {
		const day = ({ created_at }: IDataObject) => String(created_at).slice(0, 10);
		const listed = trigger.messages.filter(
			(each) => day(each) >= String(start_date) && day(each) <= String(end_date),
		);
		const date = new Date(noon + (time + wrong.service) * hour).toUTCString();
		return { ...page(listed, { last_page: 1 }), headers: wrong.isTold ? { date } : {} };
	};
});
afterEach(() => void jest.restoreAllMocks());

const at = (hours: number) => ({ created_at: new Date(noon + hours * hour).toISOString() });

/** One poll, an hour after the one before, with clocks that are wrong by so much. */
async function poll(changes: Partial<typeof wrong> = {}): Promise<IDataObject[] | null> {
	const right = { ...wrong };
	Object.assign(wrong, changes);
	time++;
	const came = await trigger.poll();
	wrong = right;
	return came;
}

const wrongClocks: Array<[string, Partial<typeof wrong>]> = [
	['a Date header 100 hours ahead', { service: 100 }],
	['a Date header 100 hours behind', { service: -100 }],
	["n8n's own clock 100 hours ahead, without a header", { own: 100, isTold: false }],
	["n8n's own clock 100 hours behind, without a header", { own: -100, isTold: false }],
];

describe.each(wrongClocks)('%s', (_name, clock) => {
	beforeEach(() => void (wrong.isTold = clock.isTold ?? true));

	test('at one poll: a change before it and one after it are told', async () => {
		trigger.messages = [message(1, 'Sent', at(0)), message(2, 'Sent', at(0))];
		await poll();
		trigger.messages[0] = message(1, 'Lost', at(0));
		const first = (await poll(clock)) ?? [];
		trigger.messages[1] = message(2, 'Sunk', at(0));
		const rows = [...first, ...((await poll()) ?? [])];
		expect(rows.map(({ status }) => status).sort()).toEqual(['Lost', 'Sunk']);
		expect(rows.map((row) => row.previous_status)).toEqual(['Sent', 'Sent']);
	});

	test('at one poll: new messages are told once, and old ones never', async () => {
		trigger.parameters = { event: 'messageCreated' };
		trigger.messages = [message(1, 'Sent', at(-60)), message(2, 'Sent', at(0))];
		await poll();
		trigger.messages.push(message(3, 'Sent', at(1.5)));
		const first = (await poll(clock)) ?? [];
		trigger.messages.push(message(4, 'Sent', at(2.5)));
		const rows = [...first, ...((await poll()) ?? []), ...((await poll()) ?? [])];
		expect(rows.map(({ id }) => id).sort()).toEqual([3, 4]);
	});
});

test.each([100, -100])(
	'a Date header %i hours off at activation: new messages are told once, and old ones never',
	async (service) => {
		trigger.parameters = { event: 'messageCreated' };
		trigger.messages = [message(1, 'Sent', at(-20)), message(2, 'Sent', at(0))];
		await poll({ service });
		trigger.messages.push(message(3, 'Sent', at(1.5)));
		const rows = [...((await poll()) ?? []), ...((await poll()) ?? [])];
		expect(rows.map(({ id }) => id)).toEqual([3]);
	},
);

test('what two polls in a row say is over is forgotten, and told no more', async () => {
	trigger.messages = [message(1, 'Sent', at(0))];
	await poll();
	const before = String(trigger.kept.watched).length;
	time += 100;
	await poll();
	await poll();
	expect(String(trigger.kept.watched).length).toBeLessThan(before);
	trigger.messages = [message(1, 'Lost', at(0))];
	expect(await poll()).toBeNull();
});
