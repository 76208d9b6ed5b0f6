/** A polling node made up for the tests of polling: it tells the readings that came since the last poll. */
import type {
	IDataObject,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { CredentialStore, packageOf } from '../../workbench/engine/engine.mts';
import { PolledWorkflow, type PolledWorkflowOptions } from '../../workbench/engine/poll.mts';

/** What one poll found around itself. */
export interface Seen {
	context: IPollFunctions;
	mode: string;
	activation: string;
	zone: string;
	unit: unknown;
	/** The memory that the poll began with. */
	memory: IDataObject;
}

/** The node; a test sets its readings and its trouble. */
export class Thermometer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Thermometer',
		name: 'thermometer',
		group: ['trigger'],
		version: 1,
		description: 'Watches the temperature',
		defaults: { name: 'Thermometer' },
		polling: true,
		inputs: [],
		outputs: ['main'],
		properties: [{ displayName: 'Unit', name: 'unit', type: 'string', default: '°C' }],
	};

	readings: number[] = [];
	failure: Error | undefined;
	readonly seen: Seen[] = [];

	/** Whether a poll counts its readings as told before it waits. */
	hasty = false;

	/** While these are set, polls wait after they have read their memory, each for its own. */
	readonly latches: Array<Promise<void>> = [];

	poll = pollOf(this);
}

function pollOf(thermometer: Thermometer) {
	return async function (this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const memory = this.getWorkflowStaticData('node');
		thermometer.seen.push({
			context: this,
			mode: this.getMode(),
			activation: this.getActivationMode(),
			zone: this.getTimezone(),
			unit: this.getNodeParameter('unit'),
			memory: JSON.parse(JSON.stringify(memory)) as IDataObject,
		});
		const told = memory.told as number | undefined;
		const readings = [...thermometer.readings];
		// A change is made before the failure, to see what becomes of it.
		memory.polls = ((memory.polls as number | undefined) ?? 0) + 1;
		if (thermometer.hasty) memory.told = readings.length;
		await thermometer.latches.shift();
		if (thermometer.failure) throw thermometer.failure;
		if (!thermometer.hasty) memory.told = readings.length;
		if (this.getMode() === 'manual')
			return readings.length ? [[{ json: { reading: readings.at(-1) } }]] : null;
		if (told === undefined || told === readings.length) return null;
		return [readings.slice(told).map((reading) => ({ json: { reading } }))];
	};
}

/** A workflow of the thermometer. */
export function watching(
	thermometer: Thermometer,
	options: Partial<PolledWorkflowOptions> = {},
): PolledWorkflow {
	return new PolledWorkflow({
		packages: [packageOf([thermometer], [], 'test')],
		credentials: new CredentialStore({}),
		nodeType: 'test.thermometer',
		...options,
	});
}

/** A latch, and what opens it. */
export function latch(): { closed: Promise<void>; open(): void } {
	let open = () => {};
	const closed = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { closed, open: () => open() };
}
