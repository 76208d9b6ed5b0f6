/**
 * The same description run by n8n's routing engine alone, as a declarative node usually is: this
 * package's code is left out, and in its place stand `rootProperty` on the answer and n8n's own pagination.
 */
import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { NodePackage } from '../../workbench/engine/engine.mts';
import { builtPackage, credentialAt, nodeFor } from './messaging-service.mts';
import { perPage, type Subject, type Task } from './task.mts';
import { runNode } from './workflow.mts';

type Routing = NonNullable<INodePropertyOptions['routing']>;

const nextPage = {
	type: 'generic',
	properties: {
		continue: '={{ $response.body.data.meta.current_page < $response.body.data.meta.last_page }}',
		request: {
			qs: { page: '={{ ($response.body?.data?.meta?.current_page ?? 0) + 1 }}', per_page: perPage },
		},
	},
} as unknown as NonNullable<Routing['operations']>['pagination'];

function rootProperty(property: string): Routing['output'] {
	return { postReceive: [{ type: 'rootProperty', properties: { property } }] };
}

/** Fields without a value are null, as the service wants all seven. */
function plainRouting(operation: string, request: Routing['request']): Routing {
	if (operation === 'sendMessage') {
		return {
			request: { ...request, body: { schedule: null, contact_list_id: null } },
			output: rootProperty('data'),
		};
	}
	return {
		request,
		send: { paginate: true },
		operations: { pagination: nextPage },
		output: rootProperty('data.data'),
	};
}

/** The node without both of its own ways: the custom operations, and the hook around the routing engine's requests. */
function withoutDoors(type: INodeType): INodeType {
	const properties = type.description.properties.map((property): INodeProperties => {
		if (property.name === 'resource') return { ...property, routing: undefined };
		if (property.name !== 'operation') return property;
		const options = (property.options as INodePropertyOptions[]).map((option) => ({
			...option,
			routing: plainRouting(String(option.value), option.routing?.request),
		}));
		return { ...property, options };
	});
	return {
		...type,
		customOperations: undefined,
		description: { ...type.description, requestOperations: undefined, properties },
	};
}

function plainPackage(): NodePackage {
	const built = builtPackage();
	return {
		...built,
		nodes: Object.fromEntries(
			Object.entries(built.nodes).map(([name, type]) => [name, withoutDoors(type)]),
		),
	};
}

/** Nothing turns text into what the service wants: the values have their types from the start. */
function typedParameters(task: Task): INodeParameters {
	const { parameters } = nodeFor(task);
	return task.kind === 'sends'
		? {
				...parameters,
				senderId: { __rl: true, mode: 'id', value: '={{ 102 }}' },
				recipients: '={{ [$json.phone] }}',
			}
		: parameters;
}

let loaded: NodePackage | undefined;

export const plainDeclarative: Subject = async (task, place) => {
	loaded ??= plainPackage();
	return await runNode(task, {
		packages: [loaded],
		node: { ...nodeFor(task), parameters: typedParameters(task) },
		credential: credentialAt(place),
	});
};
