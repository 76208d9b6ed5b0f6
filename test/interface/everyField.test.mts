import type { INodeParameters } from 'n8n-workflow';
import { crowd } from '../clock/crowd.mts';
import { goodSend, messagingService, startWorkbench, throughRoutingEngine, type RunSetup, type Workbench } from '../workbench.mts';
import { pathsOf, type Proof, type Proofs } from './proof.mts';
import { messageQueryProofs, senderQueryProofs } from './queryProofs.mts';
import { sendProofs } from './sendProofs.mts';

interface Operation {
	proofs: Proofs;
	plain: INodeParameters;
	received: 'send' | 'messages' | 'senders' | 'statuses';
	/** What a request carries when no field is set but the required ones. */
	carries: object;
}

const operations: Record<string, Operation> = {
	sendMessage: {
		proofs: sendProofs, plain: goodSend, received: 'send',
		carries: { sender_id: 102, priority: 'utility', campaign: 'reminders', message: 'Hello', schedule: null, recipients: ['+254712345678'], contact_list_id: null },
	},
	queryMessages: { proofs: messageQueryProofs, plain: { operation: 'queryMessages' }, received: 'messages', carries: { page: '1', per_page: '50' } },
	querySenders: { proofs: senderQueryProofs, plain: { operation: 'querySenders' }, received: 'senders', carries: { page: '1', per_page: '50' } },
	listStatuses: { proofs: {}, plain: { operation: 'listStatuses' }, received: 'statuses', carries: {} },
};

const { properties } = messagingService.nodes.messagingService!.description;

let bench: Workbench;
let crowding: Proof['crowd'];
beforeAll(async () => {
	bench = await startWorkbench({ pastMessages: 250, beforeAnswer: (request) => (crowding ? crowd(bench.sandbox, request, crowding) : undefined) });
});
afterEach(() => {
	crowding = undefined;
	bench.reset();
});
afterAll(async () => await bench.sandbox.stop());

it('has these four operations', () => {
	const menu = properties.find(({ name }) => name === 'operation')?.options ?? [];
	expect(menu.map((option) => (option as { value: string }).value)).toEqual(['sendMessage', 'queryMessages', 'querySenders', 'listStatuses']);
});

it('leaves n8n no pattern to check: n8n gives up on one after 250 ms by the clock, and a busy machine fails good runs', () => {
	expect(JSON.stringify(properties)).not.toMatch(/"(?:type|name)":"regex"|"regex":/);
});

describe.each(Object.entries(operations))('%s', (operation, { proofs, plain, received, carries }) => {
	// Resource is hidden: n8n needs it, nobody sets it.
	const paths = pathsOf(properties.filter(({ type }) => type !== 'hidden'), operation);

	it('has a proof for every field and every choice that it shows, and for no other', () => {
		expect(Object.keys(proofs).sort()).toEqual([...paths.keys()].sort());
	});

	it('reads in the request every field that n8n is told to send', () => {
		const unproven = [...paths].filter(([path, sent]) => sent && !proofs[path]?.some(({ arrives }) => arrives && Object.keys(arrives).length > 0));
		expect(unproven).toEqual([]);
	});

	it('carries what it must when nothing else is set', async () => {
		const result = await bench.run(plain);
		expect(result.error).toBeUndefined();
		const [request] = bench.received(received);
		expect(received === 'send' ? request?.body : request?.query).toEqual(carries);
		expect(received === 'send' ? request?.query : (request?.body ?? {})).toEqual({});
	});

	const cases = Object.entries(proofs).flatMap(([path, list]) => list.map((proof): [string, string, Proof] => [path, describeProof(proof), proof]));
	if (cases.length === 0) return;

	it.each(cases)('%s: %s', async (_path, _title, proof) => await prove(proof));

	const oneItem = cases.filter(([, , { items }]) => (items?.length ?? 1) === 1);
	it.each(oneItem)("through n8n's routing engine, %s: %s", async (_path, _title, proof) => await prove(proof, { packages: throughRoutingEngine }));

	async function prove(proof: Proof, setup: RunSetup = {}): Promise<void> {
		const { parameters, items, zone, arrives, refuses, shows } = proof;
		expect([arrives, refuses, shows].some((claim) => claim !== undefined)).toBe(true);
		crowding = proof.crowd;
		const result = await bench.run({ ...plain, ...parameters }, { items, zone, ...setup });
		if (refuses) {
			expect(result.error?.message).toMatch(refuses);
			expect(result.error?.message.startsWith('Nothing was sent. ')).toBe(received === 'send');
			expect(bench.received(received)).toEqual([]);
			return;
		}
		expect(result.error).toBeUndefined();
		const [request] = bench.received(received);
		if (arrives) expect(received === 'send' ? request?.body : request?.query).toEqual({ ...carries, ...arrives });
		shows?.(bench.sandbox, result);
	}
});

function describeProof({ parameters, refuses, items }: Proof): string {
	const text = JSON.stringify(parameters);
	return `${text.length > 120 ? `${text.slice(0, 120)}…` : text}${items ? `, ${items.length} items` : ''}${refuses ? ' is refused' : ''}`;
}
