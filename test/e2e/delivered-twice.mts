/** A shop that delivers each order twice, shortly after one another, to a workflow that texts the customer. */
import { randomUUID } from 'node:crypto';
import { outputOf } from '../../workbench/n8n/executions.mts';
import type { WorkflowNode } from '../../workbench/n8n/rest.mts';
import {
	call,
	executionsOf,
	published,
	serviceNode,
	webhookNode,
	workerOf,
} from './queue-workflows.mts';
import { queueEnvironment } from './queue-environment.mts';
import { node, phones, send, service, until } from './workflows.mts';

export interface TwiceDelivered {
	orders: number;
	/** Milliseconds that the service takes for each answer. */
	latency: number;
	/** How many orders are delivered at the same time, each twice. */
	atOnce: number;
	/** Of Send Message. */
	options: Record<string, unknown>;
	/** Whether Redis counts an order's deliveries, and all but the first wait a while: what docs/operations.md shows. */
	counts?: boolean;
}

export interface TwiceDeliveredResult {
	/**
	 * How many orders were texted twice or more often, by the journal; and of these, those whose
	 * deliveries one worker ran.
	 */
	twice: number;
	twiceByOneWorker: number;
	/** How many orders nobody was texted about. */
	lost: number;
	/** How many orders both workers had a delivery of. */
	byBothWorkers: number;
	/** What the node said of the deliveries, and how often. */
	outcomes: Record<string, number>;
}

/** Milliseconds between the two deliveries of an order: 30, 35, … 155, and from the start again. */
function gapOf(index: number): number {
	return 30 + (index % 26) * 5;
}

/** Redis counts in one step, so of two deliveries at the same moment only one is the first. */
async function countingNodes(path: string): Promise<WorkflowNode[]> {
	const { rest, redisPort } = queueEnvironment();
	// Not database 0, which is the queue's.
	const redis = await rest.createCredential(path, 'redis', {
		host: '127.0.0.1',
		port: redisPort,
		database: 1,
		password: '',
		user: '',
		ssl: false,
	});
	const count = {
		operation: 'incr',
		key: `=${path}-{{ $json.body.order }}`,
		expire: true,
		ttl: 86_400,
	};
	return [
		node('Count deliveries', 'n8n-nodes-base.redis', 1, count, { credentials: { redis } }),
		node('Wait', 'n8n-nodes-base.wait', 1.1, {
			amount: '={{ Object.values($json)[0] > 1 ? 5 : 0 }}',
			unit: 'seconds',
		}),
	];
}

/** Delivers each order twice and judges by the sandbox's journal, which it empties first. */
export async function deliverTwice({
	orders,
	latency,
	atOnce,
	options,
	counts = false,
}: TwiceDelivered): Promise<TwiceDeliveredResult> {
	const { sandbox, rest } = queueEnvironment();
	// In the text too: a worker remembers for a while what it has sent, and the sandbox's reset can't tell it to forget.
	const path = `order-${randomUUID()}`;
	const order = "$('Webhook').item.json.body";
	const parameters = send({
		message: `=Order {{ ${order}.order }} is on its way (${path})`,
		campaign: 'Orders',
		recipients: `={{ ${order}.phone }}`,
		options,
	});
	const workflow = await published(path, [
		webhookNode(path),
		...(counts ? await countingNodes(path) : []),
		serviceNode(parameters, { onError: 'continueRegularOutput' }),
	]);
	sandbox.reset();
	sandbox.setOptions({ latency });
	const began = executionsOf('started');
	const endedBefore = executionsOf('finished').length;
	const ended = () => executionsOf('finished').length - endedBefore;
	const deliveries = phones(orders).map(async ({ phone }, index) => {
		await until('the orders before it are done', () => ended() >= 2 * (index + 1 - atOnce), 180);
		const body = { order: 4000 + index, phone };
		const first = call(path, body);
		await new Promise((resolve) => setTimeout(resolve, gapOf(index)));
		await Promise.all([first, call(path, body)]);
	});
	await Promise.all(deliveries);
	await until('all deliveries are done', () => ended() >= 2 * orders, 60);
	await rest.deactivate(workflow);
	return await judged(
		phones(orders).map(({ phone }) => phone),
		executionsOf('started').filter((id) => !began.includes(id)),
	);
}

async function judged(ordered: string[], executionIds: string[]): Promise<TwiceDeliveredResult> {
	const { sandbox, executions } = queueEnvironment();
	const outcomes: Record<string, number> = {};
	const workers = new Map<string, Set<number>>();
	for (const id of executionIds) {
		const execution = await executions.read(id);
		const outcome = String(outputOf(execution, service)[0]?.json.sendOutcome);
		outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
		const { phone } = outputOf(execution, 'Webhook')[0]?.json.body as { phone: string };
		workers.set(phone, (workers.get(phone) ?? new Set()).add(workerOf(id)));
	}
	const byOneWorker = (phone: string) => workers.get(phone)?.size === 1;
	const sent = sandbox.journal.flatMap(({ recipients }) => recipients);
	const texts = (phone: string) => sent.filter((recipient) => recipient === phone).length;
	const twice = ordered.filter((phone) => texts(phone) > 1);
	return {
		twice: twice.length,
		twiceByOneWorker: twice.filter(byOneWorker).length,
		lost: ordered.filter((phone) => texts(phone) === 0).length,
		byBothWorkers: ordered.filter((phone) => !byOneWorker(phone)).length,
		outcomes,
	};
}
