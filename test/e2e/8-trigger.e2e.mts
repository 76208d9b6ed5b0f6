import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { credentialFields, credentialType, nodeType } from '../../workbench/n8n/bench.mts';
import type { StoredWorkflow } from '../../workbench/n8n/rest.mts';
import { startSandbox, type Sandbox } from '../../workbench/sandbox/sandbox.mts';
import { OwnN8n } from './own-n8n.mts';
import {
	change,
	credentialFor,
	everyMinute,
	everySeconds,
	onLeapDays,
	pollsOf,
	toldTo,
	watch,
	type Row,
} from './watchers.mts';
import { chain, node, rowsFrom, send, service, trigger, until } from './workflows.mts';
import { endWithEnvironment, environment } from './environment.mts';

/** What the steps of the slow story share. */
interface Scene {
	own: OwnN8n;
	/** Polled every minute, and once for what was created. */
	sandbox: Sandbox;
	/** Polled every few seconds. */
	unsteady: Sandbox;
	minutely: StoredWorkflow;
	atActivation: StoredWorkflow;
	often: StoredWorkflow;
}

/** Each step tells something to be noted with its test. */
interface Story {
	told: Promise<string>;
	outage: Promise<string>;
	crash: Promise<string>;
}

let story: Story | undefined;

const texted = ['+254733120001', '+254733120404', '+254733120777', '+254733121404'];
const bothNumbers = `${texted[2]}, ${texted[3]}`;
const textedOften = '+254733128080';
const textedLater = '+254733129090';
const finalOf = (number: string) => (number.endsWith('404') ? 'Failed' : 'Delivered');

async function openScene(): Promise<Scene> {
	const sandbox = await startSandbox({ pastMessages: 130 });
	endWithEnvironment(() => sandbox.stop());
	const unsteady = await startSandbox({ pastMessages: 7 });
	endWithEnvironment(() => unsteady.stop());
	const own = await OwnN8n.open();
	endWithEnvironment(() => own.close());
	const { bench } = own;
	const credential = await credentialFor(bench, sandbox, 'Polled every minute');
	const unsteadyCredential = await credentialFor(bench, unsteady, 'Polled often');
	const minutely = await watch(bench, 'Every minute', credential, { pollTimes: everyMinute });
	const atActivation = await watch(bench, 'At activation', credential, {
		pollTimes: onLeapDays,
		event: 'messageCreated',
	});
	const often = await watch(bench, 'Often', unsteadyCredential, { pollTimes: everySeconds(5) });
	for (const workflow of [minutely, atActivation, often]) await bench.rest.activate(workflow);
	return { own, sandbox, unsteady, minutely, atActivation, often };
}

async function changesTold({ own: { bench } }: Scene, workflow: StoredWorkflow): Promise<Row[]> {
	return (await toldTo(bench, workflow)).flat();
}

/** Another workflow sends; the trigger, polled every minute, tells every change of every recipient once. */
async function tellsChanges(scene: Scene): Promise<string> {
	const {
		own: { bench },
		sandbox,
		minutely,
	} = scene;
	const [credential] = (await bench.rest.credentials()).filter(
		({ name }) => name === 'Polled every minute',
	);
	assert.ok(credential);
	const sending = node(service, nodeType, 1, send({ campaign: 'watched' }), {
		credentials: { [credentialType]: { id: credential.id, name: credential.name } },
	});
	const sender = await bench.rest.createWorkflow(
		chain('Sends', [
			...rowsFrom([{ phone: texted[0] }, { phone: texted[1] }, { phone: bothNumbers }]),
			sending,
		]),
	);
	assert.deepEqual(
		await changesTold(scene, minutely),
		[],
		'the activation told what was there already',
	);
	const sent = await bench.executions.run(sender.id, trigger);
	assert.equal(sent.status, 'success', sent.error?.message);
	const sentAt = Math.max(...sandbox.journal.map(({ at }) => at));

	let rows: Row[] = [];
	const done = () =>
		texted.every((number) =>
			rows.some((row) => row.phone_number === number && row.status === finalOf(number)),
		);
	await until(
		'the last status of every recipient is told',
		async () => {
			rows = await changesTold(scene, minutely);
			return done();
		},
		150,
		() => JSON.stringify(rows.map(change)),
	);
	const polls = pollsOf(sandbox).filter(({ at }) => at >= sentAt).length;
	assert.ok(polls >= 1 && polls <= 2, `${polls} polls`);
	for (const number of texted) {
		const steps = rows.filter((row) => row.phone_number === number);
		assert.deepEqual(
			steps.map((row) => row.previous_status),
			['Pending', ...steps.slice(0, -1).map((row) => row.status)],
			JSON.stringify(steps),
		);
		assert.equal(steps.at(-1)?.status, finalOf(number));
		const message = sandbox.journal.find(({ recipients }) => recipients.includes(number));
		assert.ok(
			steps.every(
				(row) =>
					String(row.message_id) === message?.messageId &&
					row.campaign === 'watched' &&
					row.category === 'utility',
			),
		);
	}
	assert.deepEqual([...new Set(rows.map((row) => row.phone_number))].sort(), [...texted].sort());

	await until(
		'one more poll',
		() =>
			pollsOf(sandbox).filter(({ at, status }) => at >= sentAt && status === 200).length > polls,
		90,
	);
	await until('nothing is under way', () => sandbox.inFlight.now === 0);
	assert.deepEqual(await changesTold(scene, minutely), rows);
	return `told after ${polls} poll(s): ${rows.map(change).join('; ')}`;
}

/** While the service fails, every poll is a failed execution; after it, the trigger tells what changed meanwhile. */
async function survivesOutage(scene: Scene): Promise<string> {
	const {
		own: { bench },
		unsteady,
		often,
	} = scene;
	const changes = async () => (await changesTold(scene, often)).map(change);
	unsteady.addMessage({ recipients: [textedOften], status: 'Sent' });
	await until('the first change is told', async () => (await changes()).length > 0, 60);
	unsteady.play({ on: 'messages', kind: 'serverError', status: 503, times: -1 });
	unsteady.setStatus(textedOften, 'Delivered');
	await until(
		'two polls have failed',
		async () => (await bench.executions.failed(often.id)).length >= 2,
		120,
	);
	assert.deepEqual(await changes(), [`${textedOften}: Pending > Sent`]);
	unsteady.disarm();
	await until('the second change is told', async () => (await changes()).length > 1, 60);
	assert.deepEqual(await changes(), [
		`${textedOften}: Pending > Sent`,
		`${textedOften}: Sent > Delivered`,
	]);

	const failed = await bench.executions.failed(often.id);
	const attempts = unsteady.requests.filter(({ fault }) => fault === 'serverError').length;
	// A poll asks four times before it gives up; the last one may have succeeded at a later attempt.
	assert.equal(Math.floor(attempts / 4), failed.length, `${attempts} refused requests`);
	const { error } = await bench.executions.read(failed[0]?.id ?? '');
	assert.match(String(error?.message), /503/);
	assert.match(String(error?.description), /No change is lost/);
	return `${failed.length} failed executions of ${attempts} requests: ${error?.message} ${error?.description}`;
}

/** n8n crashes; the polls at its next start tell what changed meanwhile, and nothing that was told before. */
async function survivesCrash(scene: Scene): Promise<string> {
	const { own, sandbox, unsteady, minutely, atActivation, often } = scene;
	const before = await changesTold(scene, minutely);
	const beforeOften = await changesTold(scene, often);
	assert.deepEqual(await changesTold(scene, atActivation), []);
	await own.kill();
	const first = texted[0] ?? '';
	sandbox.setStatus(first, 'Undelivered');
	const added = sandbox.addMessage({ recipients: [textedLater], status: 'Delivered' });
	unsteady.setStatus(textedOften, 'Read');
	const pollsBefore = pollsOf(unsteady).length;
	await own.startAgain();

	const expected = [`${first}: Delivered > Undelivered`, `${textedLater}: Pending > Delivered`];
	await until(
		'the changes are told',
		async () => (await changesTold(scene, minutely)).length > before.length,
		60,
	);
	const created = [...sandbox.journal.map(({ messageId }) => Number(messageId)), added].sort(
		(one, other) => one - other,
	);
	await until(
		'the new messages are told',
		async () => (await changesTold(scene, atActivation)).length > 0,
		60,
	);
	const newMessages = await toldTo(own.bench, atActivation);
	assert.deepEqual(
		newMessages.map((rows) => rows.map((row) => Number(row.id)).sort((one, other) => one - other)),
		[created],
		'one execution for all',
	);
	await until('three polls', () => pollsOf(unsteady).length >= pollsBefore + 3, 60);
	assert.deepEqual((await changesTold(scene, minutely)).slice(before.length).map(change), expected);
	assert.deepEqual((await changesTold(scene, minutely)).slice(0, before.length), before);
	assert.deepEqual((await changesTold(scene, often)).slice(beforeOften.length).map(change), [
		`${textedOften}: Delivered > Read`,
	]);
	return `told at the start: ${expected.join('; ')}; messages ${created.join(', ')}`;
}

/** Polls come once a minute: the waiting for them goes on beside the tests that come before these. */
export function begin(): void {
	const opened = openScene();
	const told = opened.then(tellsChanges);
	const outage = opened.then(survivesOutage);
	const crash = Promise.allSettled([told, outage]).then(
		async () => await survivesCrash(await opened),
	);
	story = { told, outage, crash };
	// Of what is still opening when the environment ends, the endings aren't known yet.
	endWithEnvironment(async () => void (await Promise.allSettled([opened])));
	// The tests say what failed, when their turn comes.
	for (const step of Object.values(story)) (step as Promise<string>).catch(() => undefined);
}

export default function tests(): void {
	describe('The trigger', () => {
		test('a wrong secret refuses the activation in words, and the right one is taken', async () => {
			const { bench, sandbox } = environment();
			sandbox.reset();
			const wrong = 'not the secret 4711';
			const credential = await credentialFor(bench, sandbox, 'On trial for the trigger', {
				clientSecret: wrong,
			});
			const workflow = await watch(bench, 'Wrong secret', credential, { pollTimes: everyMinute });
			const isActive = async () =>
				(await bench.rest.request<{ active: boolean }>('GET', `/workflows/${workflow.id}`)).active;
			const reason = await bench.rest.activate(workflow).then(
				() => 'it was activated',
				(error: Error) => error.message,
			);
			assert.match(reason, /client (id|secret)/i);
			assert.doesNotMatch(reason, new RegExp(wrong));
			assert.equal(await isActive(), false);
			assert.deepEqual(pollsOf(sandbox), []);
			await bench.rest.changeCredential(
				credential.id,
				credential.name,
				credentialType,
				credentialFields(sandbox),
			);
			await bench.rest.activate(workflow);
			try {
				assert.equal(await isActive(), true);
				assert.equal(pollsOf(sandbox).length, 1);
			} finally {
				await bench.rest.deactivate(workflow);
			}
		});

		test('tells each change of each recipient of a message once, within two polls', async (t) =>
			t.diagnostic((await story?.told) ?? 'not begun'));

		test('an outage of the service is one failed execution per poll, and what changed meanwhile is told after it', async (t) =>
			t.diagnostic((await story?.outage) ?? 'not begun'));

		test('after a crash of n8n its start tells what changed meanwhile, and nothing twice', async (t) =>
			t.diagnostic((await story?.crash) ?? 'not begun'));
	});
}
