import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
} from 'n8n-workflow';

import { readAnswer } from './answer';
import { closedPage, pageHeaders, questionPage, recordedPage } from './page';
import { shownQuestion, wordsFor } from './shown';
import type { SentQuestion } from '../item';
import { asking, sentQuestion } from '../operations/sendAndWait';
import { outcomesOf } from '../recipients/outcomes';
import { runAllItems } from '../run/entryPoints';
import { hintSentences, problems, type ValueOrProblem } from '../texts';
import { isLoopback } from '../values/baseUrl';
import { isRecord } from '../values/given';

/** Webhooks for the answer. n8n finds the waiting node by its ID in the link (waiting-webhooks.ts). */
export const answerWebhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		// Otherwise n8n responds with data from the output instead of the page.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/**
 * Implements Send and Wait as an n8n `customOperation`: texts the question, and has the execution wait until it is
 * answered.
 */
export async function sendThenWait(this: IExecuteFunctions) {
	// n8n stores this context with the execution. A node in a loop asks several questions, whose links differ only in the
	// round.
	const memory = this.getContext('node');
	const round = String((memory.rounds = Number(memory.rounds ?? 0) + 1));
	// `linkFor` reads it back as the page will, so that a failure shows before anything is sent.
	memory.question = { round };
	const outputs = await runAllItems(asking(linkFor(this, round), round)).call(this);
	const { sendOutcome, order } = outcomesOf(this.getExecuteData()).report(0);
	// There is nothing to wait for, and `outputs` says why.
	if (sendOutcome !== 'accepted') return outputs;
	const question = sentQuestion(order!.question!, Date.now(), this.getTimezone());
	memory.question = question;
	const waiting = this.getExecuteData();
	const items = waiting.data.main?.[0]?.map(withoutAnswer);
	if (items) waiting.data = { ...waiting.data, main: [items] };
	await this.putExecutionToWait(new Date(question.waitTill));
	return [this.getInputData()];
}

/**
 * Removes the answer to an earlier question from an input item. After a timeout, n8n outputs the node's input, and that
 * answer would pass for one to this question.
 */
function withoutAnswer(item: INodeExecutionData): INodeExecutionData {
	const { data, ...json } = item.json;
	return isRecord(data) && 'respondedAt' in data ? { ...item, json } : item;
}

function linkFor(functions: IExecuteFunctions, n: string): ValueOrProblem<string> {
	const { length } = functions.getInputData();
	if (length > 1) return { problem: problems.severalQuestions(length) };
	if (questionOf(functions)?.round !== n)
		return { problem: problems.nameNotReadable(functions.getNode().name) };
	try {
		// n8n 1.x validates the signature only on request. n8n 2 always does, and doesn't have this method.
		(functions as { setSignatureValidationRequired?(): void }).setSignatureValidationRequired?.();
		return reachableLink(functions, functions.getSignedResumeUrl({ n }));
	} catch {
		// n8n is older than 1.83.2, or keeps no execution that could wait.
		return { problem: problems.cantWait() };
	}
}

/**
 * Returns the link, or a problem if a phone can't open it. In manual executions, where people try things out, the
 * problem is only a hint.
 */
function reachableLink(functions: IExecuteFunctions, link: string): ValueOrProblem<string> {
	const { hostname, pathname } = new URL(link);
	const hint = (message: string): void =>
		functions.addExecutionHints({ type: 'warning', message, location: 'outputPane' });
	if (isLoopback(hostname) || ['0.0.0.0', '[::]'].includes(hostname)) {
		const problem = problems.linkToThisMachine(hostname);
		if (functions.getMode() !== 'manual') return { problem };
		hint(`${problem.what} ${problem.next}`);
	}
	// The last three parts are n8n's own: its endpoint, the execution and the node.
	const path = pathname.split('/').filter(Boolean).slice(0, -3).join('/');
	if (path) hint(hintSentences.linkBelowPath(path));
	return { value: link };
}

/** Handles requests to the link. Opening the page decides nothing, since scanners and link previews open links too. */
export async function answerLink(this: IWebhookFunctions) {
	const { method, query, headers } = this.getRequestObject();
	const response = this.getResponseObject().set(pageHeaders);
	const show = (status: number, page: string) => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const accepted = String(headers['accept-language'] ?? '');
	const stored = questionOf(this);
	const closed = () => show(410, closedPage(wordsFor(accepted, stored?.language)));
	if (!stored || stored.round !== query.n) return closed();
	const question = shownQuestion(stored, accepted);
	if (method === 'GET') return show(200, questionPage(question));
	// n8n parses XML like a form, so an XML body is ignored.
	const body = /xml/i.test(String(headers['content-type'])) ? {} : this.getBodyData();
	const answer = readAnswer(body, question);
	if (!answer.data) return show(400, questionPage(question, answer));
	if (!isFirst(`${this.getExecutionId()} ${this.getNode().id} ${stored.round}`)) return closed();
	const data = { ...answer.data, respondedAt: new Date().toISOString() };
	return {
		// n8n sends this page. Newer versions do so only after recording that the execution resumes.
		webhookResponse: recordedPage(question, answer.said),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/**
 * Returns the question that the node stored with the execution. Undefined if there is none, or if n8n can't read the
 * node's name.
 */
function questionOf(
	functions: Pick<IExecuteFunctions, 'getNode' | 'evaluateExpression'>,
): SentQuestion | undefined {
	// Read by an expression, since a webhook has no `getContext`. Two braces in a name would end the expression, and a
	// line separator its string.
	const name = JSON.stringify(functions.getNode().name).replace(
		/[}\u2028\u2029]/g,
		(each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	try {
		return functions.evaluateExpression(`{{ $node[${name}].context.question }}`, 0) as never;
	} catch {
		// n8n ends an execution whose webhook throws, so merely opening the page would end it.
		return undefined;
	}
}

/** Times of recent answers in milliseconds since 1970, by question. */
const answers = new Map<string, number>();

/** Whether nobody has answered in the last ten seconds. After two clicks at once, n8n 1.x would resume twice. */
function isFirst(question: string): boolean {
	const now = Date.now();
	// Entries expire, so that people can answer again if n8n failed to resume.
	for (const [each, at] of answers) if (Math.abs(now - at) > 10_000) answers.delete(each);
	if (answers.has(question)) return false;
	answers.set(question, now);
	return true;
}
