/**
 * The form: which fields it shows and when, which must be filled in, and which values n8n keeps. Uses n8n's own code
 * for forms.
 */
import type { INode, INodeParameters, INodeProperties } from 'n8n-workflow';
import { goodSend, locator, n8nWorkflow, run, service, thePackage } from '../../harness/index.mts';

const { NodeHelpers } = n8nWorkflow;
const node = { typeVersion: 1 } as INode;
type Form = 'messagingService' | 'messagingServiceTrigger';

/** Returns the parameters as n8n loads them to open or run a workflow or, without defaults, as it saves them. */
function kept(given: INodeParameters, withDefaults = true, form: Form = 'messagingService') {
	const { description } = thePackage().nodes[form]!;
	const { properties } = description;
	return NodeHelpers.getNodeParameters(properties, given, withDefaults, false, node, description)!;
}

/** Returns the names of the fields that the form, or a collection in it, shows for these parameters. */
function shown(given: INodeParameters, collection = '', form: Form = 'messagingService'): string[] {
	const { description } = thePackage().nodes[form]!;
	const all = kept(given, true, form);
	const shownAt = (path: string) => (field: INodeProperties) =>
		NodeHelpers.displayParameterPath(all, field, path, node, description);
	const fields = description.properties.filter(shownAt(''));
	const inside = fields.find(({ name }) => name === collection)?.options as INodeProperties[];
	return (collection ? inside.filter(shownAt(collection)) : fields).map(({ name }) => name);
}

const send = { operation: 'sendMessage' };
const queries = ['queryMessages', 'querySenders'].map((operation) => ({ operation }));
test.each<[path: string, shownFor: INodeParameters, notFor: INodeParameters]>([
	['recipients', send, { ...send, sendTo: 'contactGroup' }],
	['contactListId', { ...send, sendTo: 'contactGroup' }, send],
	['listNotice', options({ dryRun: true }), options({ skipAlreadySent: true })],
	['options.lookBackHours', options({ skipAlreadySent: true }), options({})],
	...queries.flatMap((query): Array<[string, INodeParameters, INodeParameters]> => {
		const dated = (dateCreated: string) => ({ ...query, filters: { dateCreated } });
		return [
			['limit', { ...query, returnAll: false }, { ...query, returnAll: true }],
			['filters.startDate', dated('custom'), dated('today')],
			['filters.endDate', dated('custom'), { ...query, filters: {} }],
		];
	}),
	['options.statuses', { event: 'statusChanged' }, { event: 'messageCreated' }],
])('%s is shown for %j, and not for %j', (path, one, other) => {
	const [field, collection] = path.split('.').reverse() as [string, string?];
	const form = 'event' in one ? 'messagingServiceTrigger' : 'messagingService';
	expect(shown(one, collection, form)).toContain(field);
	expect(shown(other, collection, form)).not.toContain(field);
});

test.each<[path: string, inNode: boolean, inTool: boolean]>([
	['listNotice', true, false],
	['options.testNumber', true, false],
	['toolNotice', false, true],
])("%s is shown in the node: %s, in an agent's tool: %s", (path, ...expected) => {
	const { description } = thePackage().nodes.messagingService!;
	const fields = description.properties.filter(({ displayOptions }) =>
		displayOptions?.show?.operation?.includes('sendMessage'),
	);
	const [name, parent] = path.split('.').reverse() as [string, string?];
	const inside = fields.find((field) => field.name === parent)?.options as INodeProperties[];
	const field = (parent ? inside : fields).find((each) => each.name === name)!;
	const isShown = (type: string) =>
		NodeHelpers.displayParameterPath(options({}), field, parent ?? '', node, {
			...description,
			name: type,
		});
	expect(['messagingService', 'messagingServiceTool'].map(isShown)).toEqual(expected);
});

function options(given: INodeParameters): INodeParameters {
	return { ...send, options: given };
}

describe('what must be filled in', () => {
	test.each<[label: string, left: INodeParameters]>([
		['Sender ID', { senderId: locator('') }],
		['Recipients', { recipients: '' }],
		['Contact Group ID', { sendTo: 'contactGroup', contactListId: '' }],
		['Message', { message: '' }],
		['Campaign', { campaign: '' }],
	])('%s: without it a run is refused, and nothing is sent', async (label, left) => {
		const parameters = { ...goodSend, ...left };
		const { properties } = thePackage().nodes.messagingService!.description;
		const asNode = { ...node, parameters: kept(parameters) } as INode;
		const issues = NodeHelpers.getNodeParametersIssues(properties, asNode, null);
		const { status, told } = await run(parameters);
		// n8n marks an empty text field red, but not an empty number, which the node itself refuses.
		expect(issues ? Object.values(issues.parameters!).join() : told).toContain(label);
		expect([status, service.requests]).toEqual(['error', []]);
	});
});

describe('a switch under Options', () => {
	const switches = ['dryRun', 'skipAlreadySent', 'combineItems', 'lookUpUnknown'];
	test.each(switches)('%s stays as it is chosen', (name) => {
		for (const chosen of [{ [name]: true }, { [name]: false }, {}]) {
			const saved = kept({ ...goodSend, options: chosen }, false);
			expect([saved.options ?? {}, kept(saved).options]).toEqual([chosen, chosen]);
		}
	});

	const loaded = (given: INodeParameters) => kept(options(given)).options;

	test('lookBackHours is kept beside a skipAlreadySent that is on, and only there', () => {
		const both = { skipAlreadySent: true, lookBackHours: 12 };
		expect(loaded(both)).toEqual(both);
		expect(loaded({ ...both, skipAlreadySent: false })).toEqual({ skipAlreadySent: false });
		expect(loaded({ lookBackHours: 12 })).toEqual({});
	});

	test('recipientsPerRequest is kept by itself', () => {
		expect(loaded({ recipientsPerRequest: 12 })).toEqual({ recipientsPerRequest: 12 });
	});
});
