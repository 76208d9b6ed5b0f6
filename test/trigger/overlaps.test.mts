/** Polls that overlap, to the moment. */
import { Session } from '../../nodes/MessagingService/auth/session.ts';
import { startWorkbench, type Workbench } from '../workbench.mts';
import { told } from './told.mts';

let bench: Workbench;

beforeAll(async () => {
	bench = await startWorkbench();
});
beforeEach(() => bench.reset());
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
	await bench.sandbox.stop();
});

const farida = '+96550012345';

it.each(['static data', 'durable'] as const)(
	'one that still reads its credential when the other ends tells nothing twice: %s',
	async (cursors) => {
		bench.sandbox.addMessage({ recipients: [farida], status: 'Pending' });
		const workflow = bench.polled({}, { cursors });
		await workflow.activate();
		await workflow.poll();
		bench.sandbox.setStatus(farida, 'Rejected');
		const real = Session.open.bind(Session);
		const polls: Array<Promise<unknown>> = [];
		jest
			.spyOn(Session, 'open')
			.mockImplementationOnce(real)
			.mockImplementationOnce(async (requester) => {
				await polls[0];
				return await real(requester);
			});
		polls.push(workflow.poll());
		polls.push(workflow.poll());
		await Promise.all(polls);
		expect(told(workflow)).toEqual([`${farida} Pending>Rejected`]);
		// Of the two only the one that told something wrote something.
		expect(workflow.database.saves).toHaveLength(2);
	},
);
