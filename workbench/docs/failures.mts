/** Every failure a user can meet, read out of the code that says it. */
import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { tokenProblems } from '../../credentials/token/problems.ts';
import { searchSenders } from '../../nodes/MessagingService/lists/searchSenders.ts';
import { Session, type Requester } from '../../nodes/MessagingService/auth/session.ts';
import { problemExamples } from './problem-examples.mts';
import { sentenceExamples } from './sentence-examples.mts';

/** One failure, with typical values in its text. */
export interface DocumentedFailure {
	/** The failure's name in the code; one of its own where the text is shown in the editor only. */
	id: string;
	what: string;
	next: string;
}

/** Failures that belong together, in the order of the page. */
export interface FailureGroup {
	title: string;
	failures: DocumentedFailure[];
}

/** Keys of the made-up credential. No failure may show them. */
export const madeUpKeys = {
	clientId: 'made-up-client-id',
	clientSecret: 'made-up-client-secret',
	accessToken: 'made-up-token',
};

const address = 'http://127.0.0.1:1/api';

/** A context of n8n whose service gives this answer, or whose store has no credential. */
function contextOf(
	answer: unknown,
	getCredentials: () => Promise<object> = async () => ({ baseUrl: address, ...madeUpKeys }),
) {
	const httpRequestWithAuthentication = async () => ({
		statusCode: 200,
		headers: {},
		body: answer,
	});
	return {
		getCredentials,
		getNode: () => ({ name: 'Messaging Service' }),
		helpers: { httpRequestWithAuthentication },
	} as unknown as Requester & ILoadOptionsFunctions;
}

async function brokenStore(): Promise<DocumentedFailure> {
	const { problem } = await Session.open(
		contextOf({}, async () => {
			throw new Error('Credential with ID "7" does not exist.');
		}),
	);
	return problem as DocumentedFailure;
}

/**
 * What stands in the sender list in place of senders. Its text says both, so it is parted at its
 * last full stop but one.
 */
async function emptyLists(): Promise<DocumentedFailure[]> {
	const listed = async (id: string, records: object[], search?: string) => {
		const { results } = await searchSenders.call(
			contextOf({ responsecode: 200, data: { data: records } }),
			search,
		);
		const [what, next] = String(results[0]?.name).split(/(?<=\.) /);
		return { id, what: String(what), next: String(next) };
	};
	return [
		await listed('noSenders', []),
		await listed('noSenderFound', [], 'CLINIC'),
		await listed('sendersWithoutId', [{ name: 'CLINIC' }]),
	];
}

/** The credential test's own texts; each says what happened, then how to go on. */
function credentialTest(): DocumentedFailure[] {
	const rules = new MessagingServiceApi().test.rules as Array<{
		properties: { value: number; message: string };
	}>;
	const statuses = new Map<string, number>();
	// Named by a code that a service is likely to give.
	for (const {
		properties: { value, message },
	} of rules)
		if (value >= 400 && !statuses.has(message)) statuses.set(message, value);
	return [...statuses].map(([message, status]) => {
		const [what, ...next] = message.split(/(?<=\.) /);
		return { id: `credentialTest${status}`, what: String(what), next: next.join(' ') };
	});
}

function named(failures: Record<string, Omit<DocumentedFailure, 'id'>>): DocumentedFailure[] {
	return Object.entries(failures).map(([id, { what, next }]) => ({ id, what, next }));
}

/** From this id on to the one before the next group's, in the order of the code. */
function groupsOf(failures: DocumentedFailure[], starts: Record<string, string>): FailureGroup[] {
	const groups: FailureGroup[] = [];
	for (const failure of failures) {
		const title = starts[failure.id];
		if (title) groups.push({ title, failures: [] });
		groups.at(-1)?.failures.push(failure);
	}
	return groups;
}

/** Every failure by group, with its present text. */
export async function failureGroups(): Promise<FailureGroup[]> {
	const values = groupsOf(named(problemExamples), {
		noRecipients: 'Recipients',
		emptyText: 'Texts',
		unreadableTime: 'Times and dates',
		notWholeNumber: 'Numbers and choices',
		itemNotReadable: "Items and n8n's settings of the node",
		noBaseUrl: 'The address in the credential',
	});
	const tokens = [
		tokenProblems.missing('Client Secret'),
		tokenProblems.noToken(['expires_in', 'data', 'data.jwt']),
		tokenProblems.wrongKeys(),
		tokenProblems.wrongAddress(),
		tokenProblems.unreachable(),
		tokenProblems.untrusted(),
		tokenProblems.busy(),
		tokenProblems.failing(),
		await brokenStore(),
	];
	return [
		...values,
		{ title: 'The access token', failures: tokens },
		{ title: 'Requests', failures: named(sentenceExamples()) },
		{ title: 'The test of the credential', failures: credentialTest() },
		{ title: 'The sender list', failures: await emptyLists() },
	];
}
