import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { project, sourcesUnder, type SourceFile } from './imports.mts';

const node = 'nodes/MessagingService';

/** Tables, one line a row: length is no sign of more than one question. */
const tables = ['validation/countries.ts', 'validation/problems.ts', 'operations/sendMessage.ts', 'recipientCases.mts'];

/** 'file imports what' for every import of these files that isn't allowed. */
function trespasses(files: SourceFile[], allowed: (imported: string) => boolean): string[] {
	return files.flatMap(({ path, imports }) => imports.filter((imported) => !allowed(imported)).map((imported) => `${path} imports ${imported}`));
}

function within(...places: string[]) {
	return (imported: string) => places.some((place) => imported === place || imported.startsWith(`${place}/`));
}

it('reads imports as TypeScript does', () => {
	const [hook] = sourcesUnder(`${node}/transport`).filter(({ path }) => path.endsWith('/hook.ts'));
	expect(hook?.imports).toEqual(expect.arrayContaining(['n8n-workflow', `${node}/operations/operation`, `${node}/transport/preflight`]));
	expect(trespasses([hook as SourceFile], within('n8n-workflow'))).toContain(`${node}/transport/hook.ts imports ${node}/operations/operation`);
});

describe('a room knows only its neighbours', () => {
	it('validation is pure: values in, values or problems out', () => {
		expect(trespasses(sourcesUnder(`${node}/validation`), within(`${node}/validation`, 'libphonenumber-js', 'luxon'))).toEqual([]);
	});

	it('operations know how requests travel by the one hook alone', () => {
		const files = sourcesUnder(`${node}/operations`);
		const rooms = [`${node}/operations`, `${node}/record`, `${node}/validation`, 'n8n-workflow'];
		expect(trespasses(files.filter(({ path }) => !path.endsWith('/index.ts')), within(...rooms))).toEqual([]);
		expect(trespasses(files, within(...rooms, `${node}/transport/hook`))).toEqual([]);
	});

	it('transport knows of operations only what an order is', () => {
		const rooms = [`${node}/transport`, `${node}/record`, `${node}/validation`, `${node}/operations/operation`, 'n8n-workflow', 'crypto'];
		expect(trespasses(sourcesUnder(`${node}/transport`), within(...rooms))).toEqual([]);
	});

	it('the credential uses the parts of transport that decide, and none that runs the node', () => {
		const parts = ['accountKey', 'outcome', 'requestForm', 'requestSettings', 'retryPolicy', 'pause', 'sentences'].map((name) => `${node}/transport/${name}`);
		expect(trespasses(sourcesUnder('credentials'), within('credentials', `${node}/record`, `${node}/validation`, ...parts, 'n8n-workflow', 'crypto'))).toEqual([]);
	});

	it('the sandbox shares nothing with the node: one wrong constant would make both wrong', () => {
		const own = (imported: string) => !within('nodes', 'credentials', 'dist', 'n8n-workflow', 'n8n-core')(imported);
		expect(trespasses(sourcesUnder('workbench/sandbox'), own)).toEqual([]);
		expect(trespasses(sourcesUnder('workbench/sandbox'), (imported) => !/^(test|benchmark)\//.test(imported))).toEqual([]);
	});

	it('what is shipped imports nothing that is not', () => {
		const shipped = [...sourcesUnder('nodes'), ...sourcesUnder('credentials')];
		expect(shipped.length).toBeGreaterThan(30);
		expect(trespasses(shipped, within('nodes', 'credentials', 'n8n-workflow', 'crypto', 'libphonenumber-js', 'luxon'))).toEqual([]);
	});
});

describe('names and sizes', () => {
	const paths = ['nodes', 'credentials', 'workbench', 'benchmark', 'test', 'examples', 'docs'].flatMap((room) =>
		readdirSync(join(project, room), { recursive: true, encoding: 'utf8' }).map((path) => join(room, path)).filter((path) => !path.includes('node_modules')),
	);

	it('no folder or file is named for being left over', () => {
		const leftOver = /^(utils?|helpers?|common|misc|shared|lib|stuff|functions)$/i;
		const parts = paths.flatMap((path) => path.split('/').map((part) => part.replace(/\..*$/, '')).filter((part) => leftOver.test(part)).map((part) => `${part} in ${path}`));
		expect(paths.length).toBeGreaterThan(100);
		expect(parts).toEqual([]);
	});

	it('a file answers one question: about 200 lines are enough but for tables', () => {
		const files = ['nodes', 'credentials', 'workbench', 'benchmark'].flatMap(sourcesUnder);
		const long = files.filter(({ path, lines }) => lines > 200 && !tables.some((table) => path.endsWith(table)));
		expect(long.map(({ path, lines }) => `${path}: ${lines} lines`)).toEqual([]);
	});

	it('the exceptions are still needed', () => {
		const long = ['nodes', 'test'].flatMap(sourcesUnder).filter(({ lines }) => lines > 200).map(({ path }) => basename(path));
		expect(long).toEqual(expect.arrayContaining(tables.map((table) => basename(table))));
	});
});
