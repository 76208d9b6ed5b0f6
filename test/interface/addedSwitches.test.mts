/** A switch under Options is on once it is added, off where it is switched off, and off where it isn't added. */
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import {
	goodSend,
	messagingService,
	startWorkbench,
	throughRoutingEngine,
	type RunSetup,
	type Workbench,
} from '../workbench.mts';

const { description } = new MessagingService();
const members = description.properties.find(
	({ name, displayOptions }) =>
		name === 'options' && displayOptions?.show?.operation?.includes('sendMessage'),
)!.options as INodeProperties[];

/** What the editor puts into the collection when somebody adds the option. */
const added = (name: string): INodeParameters => ({
	[name]: members.find((member) => member.name === name)!.default as boolean,
});

/** The node's options after n8n has gone through its parameters. */
function through(parameters: INodeParameters, withDefaults: boolean): INodeParameters {
	const all = NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		withDefaults,
		false,
		{ typeVersion: 1 } as INode,
		description,
	);
	return (all!.options ?? {}) as INodeParameters;
}

/** The options in the JSON that the editor saves. */
const saved = (options: INodeParameters) => through({ ...goodSend, options }, false);

/** The options when the saved workflow is opened or run. */
const loaded = (options: INodeParameters) =>
	through({ ...goodSend, options: saved(options) }, true);

let bench: Workbench;
beforeAll(async () => {
	bench = await startWorkbench();
});
afterEach(() => bench.reset());
afterAll(async () => await bench.sandbox.stop());

/** Runs the saved workflow; tells how many messages reached the service. */
async function reached(options: INodeParameters, setup: RunSetup): Promise<number> {
	const parameters = { ...goodSend, recipients: '={{ $json.phone }}', options: saved(options) };
	const result = await bench.run(parameters, { items: [{ phone: '+254712345678' }], ...setup });
	expect(result.error).toBeUndefined();
	return bench.sandbox.journal.length;
}

const two = [{ phone: '+254712345678' }, { phone: '+254722000000' }];

/** How many messages reach the service with the switch off, and with it on. */
const switches: Array<
	[name: string, off: number, on: number, (o: INodeParameters, setup: RunSetup) => Promise<number>]
> = [
	['dryRun', 1, 0, reached],
	[
		'skipAlreadySent',
		2,
		1,
		async (options, setup) => {
			await reached(options, setup);
			return await reached(options, setup);
		},
	],
	[
		'combineItems',
		2,
		1,
		async (options, setup) => await reached(options, { ...setup, items: two }),
	],
];

describe.each(switches)('%s', (name, off, on, sent) => {
	it.each([
		['added', added(name), { [name]: true }],
		['added and switched off', { [name]: false }, { [name]: false }],
		['not added', {}, {}],
	])('is stored and loaded as it is chosen: %s', (_what, options, expected) => {
		expect([saved(options), loaded(options)]).toEqual([expected, expected]);
	});

	// n8n's routing engine is given one item, and one has nothing to be combined with.
	const doors = [messagingService, ...(name === 'combineItems' ? [] : throughRoutingEngine)];
	it.each([
		['is on where it is added', added(name), on],
		['is off where it is added and switched off', { [name]: false }, off],
		['is off where it is not added', {}, off],
	])('%s', async (_what, options, expected) => {
		for (const door of doors) {
			bench.reset();
			expect(await sent(options, { packages: [door] })).toBe(expected);
		}
	});
});

it.each([
	['lookBackHours', 'skipAlreadySent'],
	['recipientsPerRequest', 'combineItems'],
])('%s is kept beside a %s that is on, and only there', (beside, name) => {
	const number = { [beside]: 12 };
	expect(loaded({ ...added(name), ...number })).toEqual({ [name]: true, ...number });
	expect(loaded({ [name]: false, ...number })).toEqual({ [name]: false });
	expect(loaded(number)).toEqual({});
});
