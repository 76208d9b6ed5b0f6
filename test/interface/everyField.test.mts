import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { crowd } from '../clock/crowd.mts';
import {
	goodSend,
	messagingService,
	startWorkbench,
	throughRoutingEngine,
	type RunSetup,
	type Workbench,
} from '../workbench.mts';
import { destinationIn, readTables } from './parameterTable.mts';
import { expectedRequests, pathsOf, type Proof, type Proofs } from './proof.mts';
import { messageQueryProofs, senderQueryProofs } from './queryProofs.mts';
import { sendProofs } from './sendProofs.mts';

jest.mock('../../nodes/MessagingService/http/pause.ts', () =>
	jest.requireActual('../clock/quickPause.mts'),
);

interface Operation {
	proofs: Proofs;
	plain: INodeParameters;
	received: 'send' | 'messages' | 'senders' | 'statuses';
	/** What a request carries when no field is set but the required ones. */
	carries: IDataObject;
	/** How many of its parameters go out. */
	goesOut: number;
}

const tables = readTables();

const operations: Record<string, Operation> = {
	sendMessage: {
		proofs: sendProofs,
		plain: goodSend,
		received: 'send',
		carries: {
			sender_id: 102,
			priority: 'utility',
			campaign: 'reminders',
			message: 'Hello',
			schedule: null,
			recipients: ['+254712345678'],
			contact_list_id: null,
		},
		goesOut: 7,
	},
	queryMessages: {
		proofs: messageQueryProofs,
		plain: { operation: 'queryMessages' },
		received: 'messages',
		carries: { page: '1', per_page: '50' },
		goesOut: 9,
	},
	querySenders: {
		proofs: senderQueryProofs,
		plain: { operation: 'querySenders' },
		received: 'senders',
		carries: { page: '1', per_page: '50' },
		goesOut: 7,
	},
	listStatuses: {
		proofs: {},
		plain: { operation: 'listStatuses' },
		received: 'statuses',
		carries: {},
		goesOut: 0,
	},
};

const { properties } = messagingService.nodes.messagingService!.description;

let bench: Workbench;
let crowding: Proof['crowd'];
beforeAll(async () => {
	bench = await startWorkbench({
		pastMessages: 250,
		beforeAnswer: (request) => (crowding ? crowd(bench.sandbox, request, crowding) : undefined),
	});
});
afterEach(() => {
	crowding = undefined;
	bench.reset();
});
afterAll(async () => await bench.sandbox.stop());

it('leaves n8n no pattern to check: n8n gives up on one after 250 ms by the clock, and a busy machine fails good runs', () => {
	expect(JSON.stringify(properties)).not.toMatch(/"(?:type|name)":"regex"|"regex":/);
});

describe.each(Object.entries(operations))(
	'%s',
	(operation, { proofs, plain, received, carries, goesOut }) => {
		// Resource is hidden: n8n needs it, nobody sets it.
		const paths = pathsOf(
			properties.filter(({ type }) => type !== 'hidden'),
			operation,
		);

		it('has a proof for every field and every choice that it shows, and for no other', () => {
			expect(Object.keys(proofs).sort()).toEqual([...paths].sort());
		});

		it('reads in the requests every field that goes there, under its name, and each of its choices', () => {
			const [, rows] = Object.entries(tables).find(([heading]) =>
				heading.startsWith(`${operation}: `),
			)!;
			const sent = rows.flatMap((row) =>
				destinationIn(row.at(-1)!) ? [[row[0]!, destinationIn(row.at(-1)!)!.field] as const] : [],
			);
			expect(sent).toHaveLength(goesOut);
			const unproven = sent.flatMap(([path, field]) =>
				paths
					.filter((each) => each === path || each.startsWith(`${path}=`))
					.filter(
						(each) =>
							!proofs[each]?.some(({ arrives }) =>
								[arrives].flat().some((request) => request && field in request),
							),
					),
			);
			expect(unproven).toEqual([]);
		});

		it('carries what it must when nothing else is set', async () => {
			const result = await bench.run(plain);
			expect(result.error).toBeUndefined();
			expect(carried()).toEqual([carries]);
			expect(
				bench
					.received(received)
					.map(({ body, query }) => (received === 'send' ? query : body) ?? {}),
			).toEqual([{}]);
		});

		const cases = Object.entries(proofs).flatMap(([path, list]) =>
			list.map((proof): [string, string, Proof] => [path, describeProof(proof), proof]),
		);
		if (cases.length === 0) return;

		it.each(cases)('%s: %s', async (_path, _title, proof) => await prove(proof));

		const oneItem = cases.filter(([, , { items }]) => (items?.length ?? 1) === 1);
		it.each(oneItem)(
			"through n8n's routing engine, %s: %s",
			async (_path, _title, proof) => await prove(proof, { packages: throughRoutingEngine }),
		);

		/** What each request carried, where this operation puts it. */
		function carried(): IDataObject[] {
			return bench
				.received(received)
				.map(({ body, query }) => (received === 'send' ? body : query) as IDataObject);
		}

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
			if (arrives)
				expect(sorted(carried())).toEqual(
					sorted(
						expectedRequests(
							proof,
							carries,
							received === 'send' ? undefined : bench.received(received).length,
						),
					),
				);
			shows?.(bench.sandbox, result);
		}
	},
);

/** In an order of their own: which request leaves first is nobody's business. */
function sorted(requests: IDataObject[]): IDataObject[] {
	const key = ({ page, recipients }: IDataObject) =>
		`${String(page).padStart(6)} ${JSON.stringify(recipients)}`;
	return [...requests].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

function describeProof({ parameters, refuses, items }: Proof): string {
	const text = JSON.stringify(parameters);
	return `${text.length > 120 ? `${text.slice(0, 120)}…` : text}${items ? `, ${items.length} items` : ''}${refuses ? ' is refused' : ''}`;
}
