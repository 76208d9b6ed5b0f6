/**
 * Reading the service's list of messages by itself: which days are asked for, when reading ends,
 * and what is told where it can't be read.
 */
import type { IDataObject } from 'n8n-workflow';
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import { Stop } from '../../nodes/MessagingService/http/stop.ts';
import {
	endsBefore,
	isNewestFirst,
	readMessageList,
	type Reading,
} from '../../nodes/MessagingService/lookup/messageList.ts';
import { ServiceClock } from '../../nodes/MessagingService/lookup/serviceClock.ts';
import { answer, broken, page } from '../run/answers.mts';
import { freshCredential } from '../run/coreRun.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

const noon = Date.parse('2031-05-14T12:00:00Z');
const hour = 3_600_000;
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(noon));
afterEach(() => void jest.restoreAllMocks());

/** Reads the list of a service that answers each query so. */
async function read(service: (query: IDataObject) => Answer, changes: Partial<Reading> = {}) {
	const asked: IDataObject[] = [];
	const noted: unknown[] = [];
	const requester = {
		getCredentials: async () => freshCredential({ clientSecret: 'harbour-secret' }),
		helpers: {
			httpRequestWithAuthentication: async (_type: string, request: IDataObject) => {
				asked.push(request);
				return service(request.qs as IDataObject);
			},
		},
	} as unknown as Requester;
	const session = await Session.open(requester);
	const clock = new ServiceClock();
	const failure = await readMessageList({
		sender: { requester, session, run: {}, stop: new Stop() },
		request: { url: 'none', timeout: 77 },
		concurrency: 1,
		filters: { category: 'utility' },
		clock,
		since: () => clock.earliest(noon - hour),
		note: ({ id }) => void noted.push(id),
		...changes,
	});
	return { asked, noted, failure, queries: asked.map(({ qs }) => qs as IDataObject) };
}

const at = (hours: number): IDataObject => ({
	id: hours,
	created_at: new Date(noon - hours * hour).toISOString(),
});

test('asks for the messages of these days, by the filters, as every request of the run', async () => {
	const { asked, noted, failure } = await read(() => page([at(1), at(2)], { last_page: 1 }));
	expect(asked).toEqual([
		expect.objectContaining({
			method: 'GET',
			url: '/sms/messages',
			timeout: 77,
			qs: {
				category: 'utility',
				date_created: 'custom',
				start_date: '2031-05-13',
				end_date: '2031-05-16',
				page: 1,
				per_page: 100,
			},
		}),
	]);
	expect([noted, failure]).toEqual([[1, 2], undefined]);
});

test("asks the first page once more where the service's clock makes other days of it, and no record is noted twice", async () => {
	const days = new Date(noon + 72 * hour).toUTCString();
	const { queries, noted } = await read(({ page: number }) => ({
		...page([{ ...at(Number(number)) }], { last_page: 3, per_page: 1, total: 3 }),
		headers: { date: days },
	}));
	expect(
		queries.map(({ page: number, start_date, end_date }) => [number, start_date, end_date]),
	).toEqual([
		[1, '2031-05-13', '2031-05-16'],
		[1, '2031-05-16', '2031-05-19'],
		[2, '2031-05-16', '2031-05-19'],
		[3, '2031-05-16', '2031-05-19'],
	]);
	expect(noted).toEqual([1, 2, 3]);
});

test('reads all pages unless told that it is enough', async () => {
	const service = ({ page: number }: IDataObject) =>
		page([at(Number(number)), at(Number(number) + 0.5)], { last_page: 4, per_page: 2, total: 8 });
	expect((await read(service)).queries).toHaveLength(4);
	const seen: number[] = [];
	expect(
		(
			await read(service, {
				isEnough: (one, since) => {
					seen.push(since);
					return endsBefore(one, noon - 2.2 * hour);
				},
			})
		).queries,
	).toHaveLength(2);
	// As long as no answer told the time: a minute and two seconds earlier.
	expect(new Set(seen)).toEqual(new Set([noon - hour - 62_000]));
});

describe('what keeps it from being read', () => {
	test('is told in words, without the secret', async () => {
		expect((await read(() => answer(422, 'No: harbour-secret'))).failure).toMatchObject({
			id: 'refused',
			fate: 'refused',
			what: 'The service refused the request (status 422): No: *****.',
		});
		expect(
			(
				await read(() => {
					throw broken('ECONNREFUSED');
				})
			).failure,
		).toMatchObject({ id: 'unreachable', fate: 'refused' });
	});

	test('is told also where a record can not be taken', async () => {
		const note = () => {
			throw new Error('harbour-secret broke it');
		};
		expect((await read(() => page([at(1)]), { note })).failure).toMatchObject({
			id: 'unlisted',
			fate: 'refused',
			what: expect.stringContaining('***** broke it'),
		});
		const odd = (
			await read(() => page([at(1)]), {
				note: () => {
					throw 'x';
				},
			})
		).failure;
		expect(odd).toMatchObject({
			id: 'unlisted',
			what: "The query failed for a reason this node doesn't know.",
		});
	});

	test('is a list that changes meanwhile, unless that will do', async () => {
		const moving = () => {
			let total = 9;
			return ({ page: number }: IDataObject) =>
				page([{ created_at: null, page: number }] as object[], {
					last_page: 2,
					per_page: 1,
					total: total--,
				});
		};
		expect((await read(moving())).failure).toEqual({
			id: 'listChanged',
			fate: 'refused',
			what: 'The list of messages changed while it was read, so some may be missing.',
			next: expect.any(String),
		});
		expect((await read(moving(), { mayMiss: true })).failure).toBeUndefined();
	});
});

describe('a page', () => {
	const pageOf = (...ages: Array<number | null>) => ({
		records: ages.map((age) => (age === null ? { id: 1, created_at: 'lately' } : at(age))),
	});

	test.each<[Array<number | null>, boolean]>([
		[[1, 2, 3], true],
		[[1, 1, 2], true],
		[[1, 2, 2], true],
		[[3, 2, 1], false],
		[[1, 3, 2], false],
		[[1, 1], false],
		[[1], false],
		[[], false],
		[[1, null, 2], false],
		[[null, 2], false],
		[[1, null], false],
	])('of ages %j shows that the list begins with the newest: %p', (ages, isShown) =>
		expect(isNewestFirst(pageOf(...ages))).toBe(isShown),
	);

	test.each<[Array<number | null>, number, boolean]>([
		[[1, 2], 1.5, true],
		[[1, 2], 2, false],
		[[1, 2], 2.5, false],
		[[2, 1], 0.5, false],
		[[3, 2], 1, false],
		[[], 1, false],
		[[1, null], 0.5, false],
	])('of ages %j ends before the age of %p: %p', (ages, age, ends) =>
		expect(endsBefore(pageOf(...ages), noon - age * hour)).toBe(ends),
	);
});
