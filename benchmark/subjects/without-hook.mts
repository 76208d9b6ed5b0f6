/**
 * The same declarative description without its custom operations and its hook, and in their place what a
 * declarative node usually has: `rootProperty` on the answer and n8n's own pagination.
 */
import type { DeclarativeRestApiSettings, INodeParameters, INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';
import type { NodePackage } from '../../workbench/engine/engine.mts';
import { builtPackage, nodeFor } from './messaging-service.mts';
import { perPage, type Subject, type Task } from './task.mts';
import { runNode } from './workflow.mts';

type Routing = NonNullable<INodePropertyOptions['routing']>;

const nextPage = {
	type: 'generic',
	properties: {
		continue: '={{ $response.body.data.meta.current_page < $response.body.data.meta.last_page }}',
		request: { qs: { page: '={{ ($response.body?.data?.meta?.current_page ?? 0) + 1 }}', per_page: perPage } },
	},
} as unknown as NonNullable<Routing['operations']>['pagination'];

function rootProperty(property: string): Routing['output'] {
	return { postReceive: [{ type: 'rootProperty', properties: { property } }] };
}

/** What stands in the operation's routing instead of ours. Fields without a value are null, as the service wants all seven. */
function plainRouting(operation: string, request: Routing['request']): Routing {
	if (operation === 'sendMessage') {
		return { request: { ...request, body: { schedule: null, contact_list_id: null } }, output: rootProperty('data') };
	}
	return { request, send: { paginate: true }, operations: { pagination: nextPage }, output: rootProperty('data.data') };
}

/** A description whose operations n8n's routing engine runs by `routing`; the rest stays as it is. */
export function describedWith(type: INodeType, routing: (operation: string, given: Routing) => Routing): INodeType {
	const properties = type.description.properties.map((property): INodeProperties => {
		if (property.name === 'resource') return { ...property, routing: undefined };
		if (property.name !== 'operation') return property;
		const options = (property.options as INodePropertyOptions[]).map((option) => ({ ...option, routing: routing(String(option.value), option.routing!) }));
		return { ...property, options };
	});
	return { ...type, customOperations: undefined, description: { ...type.description, requestOperations: undefined, properties } };
}

/** The built package with its node routed in another way. */
export function packageWith(routing: (operation: string, given: Routing) => Routing): NodePackage {
	const built = builtPackage();
	const nodes = Object.fromEntries(Object.entries(built.nodes).map(([name, type]) => [name, describedWith(type, routing)]));
	return { ...built, nodes };
}

/** Without the hook nothing turns text into what the service wants: the values have their types from the start. */
function typedParameters(task: Task): INodeParameters {
	const { parameters } = nodeFor(task);
	return task.kind === 'sends' ? { ...parameters, senderId: { __rl: true, mode: 'id', value: '={{ 102 }}' }, recipients: '={{ [$json.phone] }}' } : parameters;
}

let loaded: NodePackage | undefined;

export const withoutHook: Subject = async (task, place) => {
	loaded ??= packageWith((operation, { request }) => plainRouting(operation, request));
	return await runNode([loaded], { ...nodeFor(task), parameters: typedParameters(task) }, task, place);
};

/** A hook that asks nobody and answers at once: what is left is n8n's own work on the items. */
const answersAtOnce: DeclarativeRestApiSettings.ResultOptions['requestOperations'] = {
	async pagination() {
		return [{ json: { success: true }, pairedItem: { item: this.getItemIndex() } }];
	},
};

let emptied: NodePackage | undefined;

export const n8nAlone: Subject = async (task, place) => {
	emptied ??= packageWith((_operation, given) => ({ ...given, send: { paginate: true }, operations: answersAtOnce as Routing['operations'] }));
	return await runNode([emptied], nodeFor(task), task, place);
};
