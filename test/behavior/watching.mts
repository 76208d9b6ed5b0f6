/** What the tests of the trigger share: a workflow that watches, what it told, and a list written by hand. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Poll, PolledWorkflow } from '../../workbench/engine/poll.mts';
import { answering, clock, service, trigger } from '../harness/index.mts';

export const hour = 3_600_000;

/** Puts a message into the service's list, pending unless told. Gives its ID. */
export const add = (
	recipients: string[],
	more: Parameters<typeof service.addMessage>[0] = {},
): number => service.addMessage({ recipients, status: 'Pending', ...more });

/** A trigger that is switched on. */
export async function watch(
	parameters: INodeParameters = {},
	options: Parameters<typeof trigger>[1] = {},
): Promise<PolledWorkflow> {
	const workflow = trigger(parameters, options);
	await workflow.activate();
	return workflow;
}

/** What a poll gave out. */
export const rowsOf = ({ items = [] }: Poll): IDataObject[] => items.map(({ json }) => json);

/** Items in short: number, status before, status. */
export const short = (rows: IDataObject[]): string =>
	rows.map((row) => `${row.phone_number} ${row.previous_status}>${row.status}`).join(', ');

/** What started executions, an execution a line. */
export const told = ({ executions }: PolledWorkflow): string[] =>
	executions.map((poll) => short(rowsOf(poll)));

/** What n8n shows of a poll that failed. */
export function saidBy({ error }: Poll): string {
	const { message, description } = error as Error & { description: string };
	return `${message}\n${description}`;
}

/** A message record, an hour old, to these numbers with these statuses. */
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

/** From now on the service lists these records, a hundred a page; what is put into the array later, later. */
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
