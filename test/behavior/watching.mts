/** Helpers for the tests of the trigger: a workflow that watches, its output, and a list written by hand. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';
import { answering, clock, service, trigger } from '../harness/index.mts';

export const hour = 3_600_000;

/** Adds a message to the service's list, pending by default. Returns its ID. */
export const add = (
	recipients: string[],
	more: Parameters<typeof service.addMessage>[0] = {},
): number => service.addMessage({ recipients, status: 'Pending', ...more });

/** Returns an activated trigger. */
export async function watch(
	parameters: INodeParameters = {},
	options: Parameters<typeof trigger>[1] = {},
): Promise<PolledWorkflow> {
	const workflow = trigger(parameters, options);
	await workflow.activate();
	return workflow;
}

/** Returns the rows of a poll. */
export const rowsOf = ({ items = [] }: Poll): IDataObject[] => items.map(({ json }) => json);

/** Formats items: number, previous status, status. */
export const short = (rows: IDataObject[]): string =>
	rows.map((row) => `${row.phone_number} ${row.previous_status}>${row.status}`).join(', ');

/** Formats the items that started executions, one string per execution. */
export const told = ({ executions }: PolledWorkflow): string[] =>
	executions.map((poll) => short(rowsOf(poll)));

/** Returns the text that n8n shows for a failed poll. */
export function saidBy({ error }: Poll): string {
	const { message, description } = error as Error & { description: string };
	return `${message}\n${description}`;
}

/** Returns a message record, an hour old, to these numbers with these statuses. */
export const record = (
	id: number | undefined,
	recipients: Array<[number: string, status: unknown]>,
	more: object = {},
): IDataObject =>
	({
		...(id === undefined ? {} : { id }),
		sender_id: 'CLINIC',
		category: 'utility',
		campaign: 'reminders',
		message: 'Hello',
		schedule: null,
		status: 'Mixed',
		sms_recipients: recipients.map(([phone_number, status]) => ({
			phone_number,
			status,
			reference: null,
			created_at: null,
		})),
		sms_list_recipients: [],
		created_at: new Date(clock.start - hour).toISOString(),
		...more,
	}) as IDataObject;

/**
 * Starts a service that lists these records, a hundred a page. Records that are added to the array later appear later.
 */
export async function listing(records: IDataObject[]): Promise<IDataObject[]> {
	await answering(({ path }) => {
		const page = Number(new URL(path, 'http://service').searchParams.get('page'));
		const data = records.slice((page - 1) * 100, page * 100);
		const meta = {
			current_page: page,
			per_page: 100,
			last_page: Math.max(1, Math.ceil(records.length / 100)),
			total: records.length,
		};
		return { body: { responsecode: 200, data: { data, meta } } };
	});
	return records;
}
