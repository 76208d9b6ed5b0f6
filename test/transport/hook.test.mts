/** One hook surrounds every request of every operation. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { goodSend, startWorkbench } from '../workbench.mts';

const { properties } = new MessagingService().description;
const menu = properties.find(({ name }) => name === 'operation')!.options as INodePropertyOptions[];

test.each(menu.map((option) => [option.value, option] as const))('%s hands its request to the hook, a POST too', (_name, { routing }) => {
	expect(routing!.send!.paginate).toBe(true);
	expect(routing!.operations!.pagination).toBeInstanceOf(Function);
	expect(routing!.request).toEqual({ method: expect.any(String), url: expect.stringMatching(/^\//) });
});

/** Every routing in the description, the nested ones too. */
function routings(given: INodeProperties[]): Array<NonNullable<INodeProperties['routing']>> {
	return given.flatMap(({ routing, options }) => [
		...(routing ? [routing] : []),
		...routings((options ?? []).filter((option): option is INodeProperties => 'type' in option)),
	]);
}

test('no field has a way of its own: it only says where its value goes', () => {
	const found = routings(properties);
	expect(found.length).toBeGreaterThan(15);
	for (const routing of found) {
		expect(Object.keys(routing)).toEqual(['send']);
		expect(Object.keys(routing.send!).sort()).toEqual(['property', 'type']);
	}
});

test('one place in the code makes requests, and it never uses a helper that repeats by itself', () => {
	const folder = join(import.meta.dirname, '../../nodes');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
	const using = (call: string) => files.filter((file) => readFileSync(join(folder, file), 'utf8').includes(`${call}`));
	expect(using('.httpRequestWithAuthentication')).toEqual([expect.stringContaining('session.ts')]);
	for (const other of ['.httpRequest(', '.requestWithAuthentication', '.request(', 'makeRoutingRequest', 'fetch(']) {
		expect([other, using(other).filter((file) => !file.endsWith('pages.ts'))]).toEqual([other, []]);
	}
});

test('every operation reaches the service through the session, and nothing else does', async () => {
	const bench = await startWorkbench();
	const { Session } = jest.requireActual<typeof import('../../nodes/MessagingService/transport/session.ts')>('../../nodes/MessagingService/transport/session.ts');
	const attempts = jest.spyOn(Session.prototype, 'attempt');
	for (const operation of ['queryMessages', 'querySenders', 'listStatuses']) await bench.run({ operation });
	await bench.run(goodSend);
	const reached = bench.sandbox.requests.filter(({ operation }) => operation !== 'token').length;
	expect(reached).toBe(4);
	expect(attempts).toHaveBeenCalledTimes(reached);
	attempts.mockRestore();
	await bench.sandbox.stop();
});
