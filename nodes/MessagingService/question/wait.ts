import type {
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookDescription,
	IWebhookFunctions,
} from 'n8n-workflow';

import { readAnswer } from './answer';
import { closedPage, pageHeaders, questionPage, recordedPage } from './page';
import type { SentQuestion } from '../item';
import { asking, sentQuestion } from '../operations/sendAndWait';
import { outcomesOf } from '../recipients/outcomes';
import { runAllItems } from '../run/entryPoints';
import { hintSentences, problems, type ValueOrProblem } from '../texts';
import { isLoopback } from '../values/baseUrl';
import { isRecord } from '../values/given';

/** n8n finds the node that waits by its ID in the link (waiting-webhooks.ts). */
export const answerWebhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		// Else n8n answers with what it makes of the output, not with the page.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** The `customOperation` of Send and Wait: texts the question, and has the execution wait until it is answered. */
export async function sendThenWait(this: IExecuteFunctions) {
	// n8n keeps it with the execution. A node in a loop asks several questions, by links that differ in this alone.
	const memory = this.getContext('node');
	const round = String((memory.rounds = Number(memory.rounds ?? 0) + 1));
	const workflow = this.getWorkflow().name ?? '';
	// For `linkFor`: whether the page will be able to read it shows before anything is sent.
	memory.question = { round };
	const outputs = await runAllItems(asking(linkFor(this, round), { round, workflow })).call(this);
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

/** After a time-out n8n gives out the input. An answer in it, to another question, would pass for one to this. */
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
		// n8n 1.x checks the signature only when asked to; n8n 2 always does, and doesn't have this.
		(functions as { setSignatureValidationRequired?(): void }).setSignatureValidationRequired?.();
		return reachableLink(functions, functions.getSignedResumeUrl({ n }));
	} catch {
		// n8n is older than 1.83.2, or keeps no execution that could wait.
		return { problem: problems.cantWait() };
	}
}

/** The link, unless a phone can't open it. In a run from the editor, where people try things out, that is a hint. */
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

/** Answers whoever opens the link. To look at the page decides nothing: scanners and previews follow links, too. */
export async function answerLink(this: IWebhookFunctions) {
	const { method, query, headers } = this.getRequestObject();
	const response = this.getResponseObject().set(pageHeaders);
	const show = (status: number, page: string) => {
		response.status(status).send(page);
		return { noWebhookResponse: true };
	};
	const question = questionOf(this);
	if (!question || question.round !== query.n) return show(410, closedPage(question));
	if (method === 'GET') return show(200, questionPage(question));
	// n8n reads XML like a form.
	const body = /xml/i.test(String(headers['content-type'])) ? {} : this.getBodyData();
	const answer = readAnswer(body, question);
	if (!answer.data) return show(400, questionPage(question, answer));
	if (!isFirst(`${this.getExecutionId()} ${this.getNode().id} ${question.round}`))
		return show(410, closedPage(question));
	const data = { ...answer.data, respondedAt: new Date().toISOString() };
	return {
		// n8n sends it; newer versions only once they have noted that the execution goes on.
		webhookResponse: recordedPage(question, answer.said),
		workflowData: [[{ json: { data }, pairedItem: { item: 0 } }]],
	};
}

/** The question that the node keeps with the execution; undefined where it has none, or n8n can't read its name. */
function questionOf(
	functions: Pick<IExecuteFunctions, 'getNode' | 'evaluateExpression'>,
): SentQuestion | undefined {
	// A webhook has no `getContext`. Two braces in a name would end the expression, a line separator its text.
	const name = JSON.stringify(functions.getNode().name).replace(
		/[}\u2028\u2029]/g,
		(each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	try {
		return functions.evaluateExpression(`{{ $node[${name}].context.question }}`, 0) as never;
	} catch {
		// n8n would end an execution whose webhook throws, and anybody's look at the page would do.
		return undefined;
	}
}

/** When each question was answered; milliseconds since 1970. */
const answers = new Map<string, number>();

/** Whether nobody answered in the last ten seconds: n8n 1.x would go on twice after two presses at once. */
function isFirst(question: string): boolean {
	const now = Date.now();
	// Not for ever: where n8n can't go on, people must be able to answer once more.
	for (const [each, at] of answers) if (Math.abs(now - at) > 10_000) answers.delete(each);
	if (answers.has(question)) return false;
	answers.set(question, now);
	return true;
}
