/**
 * Stub for n8n's Schedule Trigger. The engine never waits: a run is the moment at which n8n
 * would have started it, and the item carries the time as n8n's does (the fields the examples use).
 */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { describe, parameter } from './description.mts';

export class ScheduleTrigger implements INodeType {
	description = describe({
		name: 'scheduleTrigger',
		displayName: 'Schedule Trigger',
		version: [1.2, 1.3],
		group: 'trigger',
		inputs: 0,
		properties: [
			parameter(
				'rule',
				'fixedCollection',
				{},
				{
					typeOptions: { multipleValues: true },
					options: [
						{
							displayName: 'Interval',
							name: 'interval',
							values: [
								parameter('field', 'options', 'days', {
									options: [{ name: 'Days', value: 'days' }],
								}),
								parameter('daysInterval', 'number', 1),
								parameter('triggerAtHour', 'number', 0),
								parameter('triggerAtMinute', 'number', 0),
							],
						},
					],
				},
			),
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const now = DateTime.now().setZone(this.getTimezone());
		return [
			[
				{
					json: { timestamp: now.toISO(), Timezone: `${now.zoneName} (UTC${now.toFormat('ZZ')})` },
				},
			],
		];
	}
}
