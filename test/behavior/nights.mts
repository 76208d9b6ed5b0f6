/** Helpers for the tests of Sending Hours: two people in Nairobi, the hours, and a list that is sent within them. */
import type { INodeParameters } from 'n8n-workflow';
import { each, numberOf, send, service, type Setup } from '../harness/index.mts';

export const [ann, bob] = [0, 1].map(numberOf) as [string, string];
export const nairobi = { zone: 'Africa/Nairobi' };
export const morning = '2026-11-24T05:00:00.000Z';
/** That morning, as columns of a workflow in Nairobi show it. */
export const morningThere = '2026-11-24T08:00:00+03:00';
export const hours = (values: INodeParameters = {}): INodeParameters => ({
	sendingHours: { values },
});
export const schedules = () => service.journal.map(({ body }) => body.schedule);

/**
 * Sends one row to each of these numbers, with Sending Hours. Unless a test sets the clock, it is 22:00 on a Monday in
 * Nairobi.
 */
export const late = async (
	list: string[],
	options: INodeParameters = {},
	parameters: INodeParameters = {},
	setup: Setup = {},
) =>
	await send(
		{ ...each, ...parameters, options: { ...hours(), ...options } },
		{ rows: list.map((to) => ({ to })), ...nairobi, ...setup },
	);
