/** Send and Wait for Response: one text with a link, and a page on which one answer counts, once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookCredential, webhookHeader } from '../../workbench/n8n/bench.mts';
import { exampleWorkflows, readyToRun } from '../../workbench/n8n/examples.mts';
import { credentialType } from '../../workbench/n8n/package.mts';
import { visit } from '../../workbench/n8n/public-address.mts';
import { crash, environment, notStartedHere } from './environment.mts';
import { kinds, largest, longestWait } from './foreignTexts.mts';
import {
	assertSuccess,
	attempted,
	calls,
	chain,
	loopOver,
	node,
	noOp,
	outputs,
} from './workflows.mts';
import { post, published, rowsFrom, send, serviceNode } from './workflows.mts';
import { store, trigger, until, type Row } from './workflows.mts';

export const title = 'Send and Wait for Response';

const [manager, shop] = ['+254712345678', '+254711001001'];
const message = 'Order 4711 costs 1,200 euros. Shall I place it?';

const asking = (parameters: Row = {}) =>
	serviceNode(send({ operation: 'sendAndWait', recipients: manager, message, ...parameters }));

/** Options with which the wait ends after three seconds. */
const soon = {
	limitWaitTime: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' },
	},
};

const messages = (): string[] => environment().sandbox.journal.map(({ body }) => body.message);

/** Returns the link at the end of a text. */
export const linkIn = (text = ''): string =>
	/\n(http\S+)$/.exec(text)?.[1] ?? `no link in '${text}'`;

/** Sends an answer as the page's form does. */
export const answer = async (link: string, fields: Record<string, string>) =>
	await visit(link, { method: 'POST', body: new URLSearchParams(fields) });

const press = async (link: string, approved: unknown) =>
	await answer(link, { approved: String(approved) });

export const waits = async (id: string): Promise<void> =>
	await until('it waits', async () => (await environment().executions.status(id)) === 'waiting');

/** Returns a node that texts the shop the result of the question. */
const tells = (said: string) => ({
	...serviceNode(send({ recipients: shop, message: said })),
	name: 'Tell',
});

/** Runs `use` while the manager is asked. A call starts the workflow, which then texts the shop the result. */
async function whileAsked(parameters: Row, use: (link: string, id: string) => Promise<void>) {
	const { executions } = environment();
	const path = crypto.randomUUID();
	const called = { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} };
	const webhook = node('Call', 'n8n-nodes-base.webhook', 2, called, { webhookId: path });
	const telling = tells(
		"={{ $json.data ? ($json.data.text ?? `approved: ${$json.data.approved}`) : 'nobody answered' }}",
	);
	// An awkward name, since the page finds its question by an expression with the node's name in it.
	const asks = { ...asking(parameters), name: `Ask "the" {{ manager }}'s \\ yes` };
	await published(chain('Purchases', [webhook, asks, telling]), async (workflow) => {
		await post(path, { order: 4711 });
		await until('the manager is asked', () => messages().length === 1);
		const { id } = (await executions.list(workflow.id))[0]!;
		await waits(id);
		await use(linkIn(messages()[0]), id);
	});
}

/** Checks that the shop is told this once, whatever buttons are pressed after that. */
async function isTold(said: string, link: string, id: string): Promise<void> {
	const execution = await environment().executions.finished(id);
	assertSuccess(execution);
	assert.deepEqual(messages(), [`${message}\n${link}`, said]);
	for (const approved of [true, false]) await press(link, approved);
	await answer(link, { text: 'Too late' });
	assert.deepEqual(messages().slice(1), [said]);
	assert.deepEqual(attempted(), [shop, manager]);
}

export function tests(): void {
	stories(async () => await (await crash())());

	for (const [kind, piece] of Object.entries(kinds))
		test(`16 MB of ${kind} as an answer by link hold n8n no longer than with a node that does nothing`, async () => {
			const body = largest(piece, (text) => String(new URLSearchParams({ text })));
			const headers = { 'content-type': 'application/x-www-form-urlencoded' };
			const usual = await longestWait(
				async () => await calls(body, noOp('Nothing'), 'success', headers),
			);
			await whileAsked({ responseType: 'freeText' }, async (link, id) => {
				const longest = await longestWait(async () => {
					const page = await visit(link, { method: 'POST', body, headers });
					assert.equal(page.status, 400);
					assert.ok((await page.text()).length < 100_000);
				});
				assert.ok(
					longest < usual + 500,
					`${longest} ms, and ${usual} ms with a node that does nothing`,
				);
				await answer(link, { text: 'Yes' });
				await isTold('Yes', link, id);
			});
		});
}

/** Registers the tests that hold in a single n8n as in queue mode. */
export function stories(restart: () => Promise<void>): void {
	test('one text; to look at its page decides nothing; of two presses at once one decides', async () => {
		await whileAsked({}, async (link, id) => {
			const page = await visit(link);
			assert.deepEqual([page.status, page.headers.get('referrer-policy')], [200, 'no-referrer']);
			assert.match(page.headers.get('content-security-policy')!, /^default-src 'none';/);
			assert.ok((await page.text()).includes(message));
			const preview = { headers: { 'user-agent': 'facebookexternalhit/1.1' } };
			const looks = [{ method: 'HEAD' }, preview, ...Array.from({ length: 10 }, () => ({}))];
			for (const { status } of await Promise.all(looks.map((look) => visit(link, look))))
				assert.equal(status, 200);
			const forged = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
			assert.deepEqual(
				[(await press(forged, true)).status, (await visit(forged)).status],
				[401, 401],
			);
			assert.equal((await press(link.replace('n=1', 'n=2'), true)).status, 401);
			assert.equal((await press(link, 'maybe')).status, 400);
			// n8n reads XML like a form.
			const xml = {
				headers: { 'content-type': 'application/xml' },
				body: '<approved>true</approved>',
			};
			assert.equal((await visit(link, { method: 'POST', ...xml })).status, 400);
			assert.equal(await environment().executions.status(id), 'waiting');
			const answers = await Promise.all([press(link, true), press(link, true)]);
			const pages = await Promise.all(answers.map((answer) => answer.text()));
			assert.deepEqual(pages.map((text) => text.includes('was recorded')).sort(), [false, true]);
			await isTold('approved: true', link, id);
		});
	});

	const inWords = { responseType: 'freeText' };
	const markup = 'نعم 👨‍👩‍👧‍👦 <script>alert(1)</script> &amp;\u202e ';
	const flags = '🇰🇪'.repeat(2000);
	const words = [
		['emoji, Arabic, markup and control characters', `${markup}\0\u001b[31m.`, `${markup}[31m.`],
		['2,000 characters', flags, flags],
	] as const;
	for (const [what, text, said] of words)
		test(`an answer in words: ${what}; of two at once one counts`, async () => {
			await whileAsked(inWords, async (link, id) => {
				const preview = { headers: { 'user-agent': 'facebookexternalhit/1.1' } };
				for (const look of [{}, { method: 'HEAD' }, preview])
					assert.equal((await visit(link, look)).status, 200);
				for (const refused of ['', ' \n', 'x'.repeat(20_000)]) {
					const page = await answer(link, { text: refused });
					assert.equal(page.status, 400);
					const kept = `>\n${refused.trim().slice(0, 2000)}</textarea>`;
					assert.ok((await page.text()).includes(kept), 'it is kept');
				}
				assert.equal((await press(link, true)).status, 400);
				assert.equal(await environment().executions.status(id), 'waiting');
				const both = await Promise.all([answer(link, { text }), answer(link, { text })]);
				const pages = await Promise.all(both.map((page) => page.text()));
				assert.deepEqual(pages.map((page) => page.includes('was recorded')).sort(), [false, true]);
				assert.ok(pages.every((page) => !page.includes('<script')));
				await isTold(said, link, id);
			});
		});

	test("after the time-out no answer counts, nor does another question's that came in", async () => {
		const { executions } = environment();
		const earlier = { approved: true, respondedAt: '2026-11-23T12:00:00.000Z' };
		const telling = tells("={{ $json.data ? 'answered' : `nobody answered ${$json.order}` }}");
		const rows = rowsFrom([{ order: 4711, data: earlier }]);
		const { id: workflow } = await store(
			chain('Late', [...rows, asking({ ...inWords, options: soon }), telling]),
		);
		const id = await executions.start(workflow, trigger);
		assertSuccess(await executions.finished(id));
		await isTold('nobody answered 4711', linkIn(messages()[0]), id);
	});

	test('n8n is restarted while it waits, and the answer still counts', async (t) => {
		if (notStartedHere) return t.skip(notStartedHere);
		await whileAsked({}, async (link, id) => {
			await restart();
			assert.equal((await press(link, true)).status, 200);
			await isTold('approved: true', link, id);
		});
	});

	test('the example of a purchase: no answer in time, a reminder, and only its link counts', async () => {
		const { rest, executions, credential } = environment();
		const example = (await exampleWorkflows()).get('purchase-approval.json')!;
		const httpHeaderAuth = await webhookCredential(rest);
		const workflow = readyToRun(example, { [credentialType]: credential, httpHeaderAuth });
		const first = workflow.nodes.find(({ name }) => name === 'Ask the Manager')!;
		first.parameters.options = soon;
		const call = async (total: number) =>
			await post(
				'purchase',
				{ requester: 'Otieno', phone: shop, what: 'a printer', total },
				{ [webhookHeader.name]: webhookHeader.value },
			);
		await published(workflow, async ({ id: stored }) => {
			await call(500);
			await until('the requester is told', () => messages().length === 1);
			await call(780);
			await until('the manager is reminded', () => messages().length === 3, 90);
			const [none, asked, reminded] = messages();
			assert.equal(none, 'Your purchase of a printer needs no approval.');
			assert.match(reminded!, /^Reminder: Otieno wants to buy a printer for 780 euros\./);
			const { id } = (await executions.list(stored))[0]!;
			await waits(id);
			await press(linkIn(asked), true);
			assert.equal(await executions.status(id), 'waiting');
			await press(linkIn(reminded), false);
			assertSuccess(await executions.finished(id));
			assert.deepEqual(messages().slice(3), ['Your purchase of a printer was declined.']);
		});
	});

	test('a loop asks one question after the other, and the link of one never answers another', async () => {
		const { executions } = environment();
		const rows = ['one', 'two'].map((order) => ({ order }));
		const question = { ...inWords, message: '=Order {{ $json.order }}?' };
		const workflow = loopOver(rows, asking(question));
		const id = await executions.start((await store(workflow)).id, trigger);
		await waits(id);
		const first = linkIn(messages()[0]);
		await answer(first, { text: 'Yes' });
		await until('the second question', () => messages().length === 2);
		await waits(id);
		const second = linkIn(messages()[1]);
		const late = [await visit(first), await answer(first, { text: 'Yes' })];
		assert.deepEqual(
			late.map(({ status }) => status),
			[410, 410],
		);
		assert.match(await (await visit(second)).text(), /Order two\?/);
		await answer(second, { text: 'No' });
		const answers = outputs(await executions.finished(id), 'Done').map(({ data }) => data as Row);
		assert.deepEqual(
			answers.map(({ text }) => text),
			['Yes', 'No'],
		);
	});
}
