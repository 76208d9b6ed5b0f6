import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { project, sourcesUnder, type SourceFile } from './imports.mts';

const node = 'nodes/MessagingService';

/** Tables, one line a row: length is no sign of more than one question. */
const tables = [
	'validation/countries.ts',
	'validation/problems.ts',
	'errors/sentences.ts',
	'operations/sendFields.ts',
	'recipientCases.mts',
];

/** 'file imports what' for every import of these files that isn't allowed. */
function trespasses(files: SourceFile[], allowed: (imported: string) => boolean): string[] {
	return files.flatMap(({ path, imports }) =>
		imports
			.filter((imported) => !allowed(imported))
			.map((imported) => `${path} imports ${imported}`),
	);
}

function within(...places: string[]) {
	return (imported: string) =>
		places.some((place) => imported === place || imported.startsWith(`${place}/`));
}

/** The rooms of the node from the top down, and what each may import of the project besides itself and `item.ts`. */
const rooms: Record<string, string[]> = {
	trigger: [
		'run/fields',
		'run/thrownReason',
		'lookup',
		'query',
		'errors',
		'http',
		'auth',
		'operations',
		'validation',
	],
	lists: ['operations', 'query', 'errors', 'http', 'auth', 'validation'],
	run: ['operations/operation', 'send', 'lookup', 'query', 'errors', 'http', 'auth', 'validation'],
	send: ['lookup', 'errors', 'http', 'validation'],
	lookup: ['query', 'errors', 'http', 'auth', 'operations', 'validation'],
	query: ['errors', 'http', 'validation'],
	errors: ['http', 'validation'],
	http: ['auth', 'validation'],
	auth: ['validation'],
	operations: ['validation'],
	validation: [],
};

it('reads imports as TypeScript does', () => {
	const [door] = sourcesUnder(`${node}/run`).filter(({ path }) => path.endsWith('/allItems.ts'));
	expect(door?.imports).toEqual(
		expect.arrayContaining(['n8n-workflow', `${node}/operations/operation`, `${node}/send/ledger`]),
	);
	expect(trespasses([door as SourceFile], within('n8n-workflow'))).toContain(
		`${node}/run/allItems.ts imports ${node}/send/ledger`,
	);
});

describe('a room knows only those below it', () => {
	it('has these rooms, and no file beside them but the node and what its items are', () => {
		const entries = readdirSync(join(project, node), { withFileTypes: true });
		expect(
			entries
				.filter((entry) => entry.isDirectory())
				.map(({ name }) => name)
				.sort(),
		).toEqual(Object.keys(rooms).sort());
		expect(
			entries
				.map(({ name }) => name)
				.filter((name) => name.endsWith('.ts'))
				.sort(),
		).toEqual(['MessagingService.node.ts', 'MessagingServiceTrigger.node.ts', 'item.ts']);
	});

	it('arrows go one way, down the list', () => {
		const order = Object.keys(rooms);
		for (const [room, allowed] of Object.entries(rooms)) {
			for (const other of allowed)
				expect([room, other, order.indexOf(other.split('/')[0]!) > order.indexOf(room)]).toEqual([
					room,
					other,
					true,
				]);
		}
	});

	it.each(Object.entries(rooms))('%s', (room, allowed) => {
		const own = [room, ...allowed, 'item'].map((name) => `${node}/${name}`);
		const outside =
			room === 'validation' ? ['libphonenumber-js', 'luxon'] : ['n8n-workflow', 'crypto'];
		const found = trespasses(sourcesUnder(`${node}/${room}`), within(...own, ...outside));
		// A type alone, which is gone when it runs.
		expect(
			found.filter((each) => each !== `${node}/validation/record.ts imports n8n-workflow`),
		).toEqual([]);
	});

	it('what an item is knows only what a problem is', () => {
		const [item] = sourcesUnder(node).filter(({ path }) => path === `${node}/item.ts`);
		expect(item?.imports).toEqual(['n8n-workflow', `${node}/validation/problem`]);
	});

	it('operations import nothing that makes requests: the node wires the doors', () => {
		const [file, trigger] = sourcesUnder(node)
			.filter(({ path }) => path.endsWith('.node.ts'))
			.sort((one, other) => one.path.length - other.path.length);
		expect(file?.imports).toEqual(
			expect.arrayContaining([`${node}/operations`, `${node}/run/allItems`, `${node}/run/oneItem`]),
		);
		expect(trigger?.imports).toEqual(
			expect.arrayContaining([`${node}/operations/watchMessages`, `${node}/trigger/poll`]),
		);
	});

	it('the credential uses validation, and what decides about its own request', () => {
		const shared = ['http', 'auth', 'validation'].map((room) => `${node}/${room}`);
		const files = sourcesUnder('credentials');
		expect(trespasses(files, within('credentials', ...shared, 'n8n-workflow', 'crypto'))).toEqual(
			[],
		);
		const transport = [
			'http/request',
			'http/attempt',
			'http/limiter',
			'auth/session',
			'auth/account',
		].map((name) => `${node}/${name}`);
		expect(trespasses(files, (imported) => !transport.includes(imported))).toEqual([]);
	});

	it('the sandbox shares nothing with the node: one wrong constant would make both wrong', () => {
		const own = (imported: string) =>
			!within('nodes', 'credentials', 'dist', 'n8n-workflow', 'n8n-core')(imported);
		expect(trespasses(sourcesUnder('workbench/sandbox'), own)).toEqual([]);
		expect(
			trespasses(
				sourcesUnder('workbench/sandbox'),
				(imported) => !/^(test|benchmark)\//.test(imported),
			),
		).toEqual([]);
	});

	it('what is shipped imports nothing that is not', () => {
		const shipped = [...sourcesUnder('nodes'), ...sourcesUnder('credentials')];
		expect(shipped.length).toBeGreaterThan(30);
		expect(
			trespasses(
				shipped,
				within('nodes', 'credentials', 'n8n-workflow', 'crypto', 'libphonenumber-js', 'luxon'),
			),
		).toEqual([]);
	});
});

describe('names and sizes', () => {
	const mostLines = 220;
	const paths = [
		'nodes',
		'credentials',
		'workbench',
		'benchmark',
		'test',
		'examples',
		'docs',
	].flatMap((room) =>
		readdirSync(join(project, room), { recursive: true, encoding: 'utf8' })
			.map((path) => join(room, path))
			.filter((path) => !path.includes('node_modules')),
	);

	it('no folder or file is named for being left over', () => {
		const leftOver = /^(utils?|helpers?|common|misc|shared|lib|stuff|functions)$/i;
		const parts = paths.flatMap((path) =>
			path
				.split('/')
				.map((part) => part.replace(/\..*$/, ''))
				.filter((part) => leftOver.test(part))
				.map((part) => `${part} in ${path}`),
		);
		expect(paths.length).toBeGreaterThan(100);
		expect(parts).toEqual([]);
	});

	it('a file answers one question: about 200 lines are enough but for tables', () => {
		const files = ['nodes', 'credentials', 'workbench', 'benchmark'].flatMap(sourcesUnder);
		const long = files.filter(
			({ path, lines }) => lines > mostLines && !tables.some((table) => path.endsWith(table)),
		);
		expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
	});

	it('the exceptions are still needed', () => {
		const long = ['nodes', 'test']
			.flatMap(sourcesUnder)
			.filter(({ lines }) => lines > mostLines)
			.map(({ path }) => basename(path));
		expect(long).toEqual(expect.arrayContaining(tables.map((table) => basename(table))));
	});
});
