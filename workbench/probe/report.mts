/** Asks all questions of a probe and reports the findings. */
import { markdownTable } from '../docs/markdown.mts';
import { openGateway } from './gateway.mts';
import { probeOf, type Keys, type Probe, type Text } from './probe.mts';
import { questions } from './questions.mts';

export { neverReached } from './boundQuestions.mts';
export { questions };
type Report = Awaited<ReturnType<typeof reportOn>>;
type Ask = (typeof questions)[number]['ask'];
interface Asking {
	text?: Text;
	/** Called with the name of each question before it is asked. */
	progress?(name: string): void;
}

export async function reportOn(baseUrl: string, keys: Keys, { text, progress }: Asking = {}) {
	const gateway = await openGateway(baseUrl, text?.to);
	const probe = probeOf(gateway, keys, text);
	const findings = [];
	for (const { ask, ...question } of questions) {
		progress?.(question.name);
		const told = gateway.stopped === undefined ? await findingOf(probe, ask) : ['not asked', ''];
		// Without a token, further requests would send wrong keys to the service again and again.
		if (gateway.answers.every(({ authorization }) => authorization === undefined))
			gateway.stopped ??= 'Without a token, nothing more is asked.';
		// Masks long numbers, because the node's message may contain the number of the text.
		const [answer, means] = told.map((part) => part.replace(/\+?\d{5,}(\d\d)/g, '…$1'));
		findings.push({ ...question, answer: answer!, means: means! });
	}
	gateway.stop();
	const { requests, stopped } = gateway;
	const broken = findings.filter(({ means }) => means.startsWith('breaks')).length;
	const counts = `${findings.length} questions, ${broken} break, ${requests} requests.`;
	const summary = stopped === undefined ? counts : `${counts} It ended early. ${stopped}`;
	return { findings, summary, requests, stopped, isGood: broken === 0 && stopped === undefined };
}

/** Returns the answer and its meaning for the node; the meaning is '' if there is none. */
async function findingOf(probe: Probe, ask: Ask): Promise<string[]> {
	probe.failure.why = undefined;
	const found = await ask(probe).catch((error: Error) => {
		// A TypeError means that the answers lack the values that the question is about.
		return error instanceof TypeError ? undefined : [error.message, ''];
	});
	const { why } = probe.failure;
	if (probe.gateway.stopped !== undefined) return ['not asked', ''];
	if (Array.isArray(found)) return found;
	if (why !== undefined) return [found ?? 'unreadable', `breaks: ${why}`];
	return found === undefined ? ["can't tell", ''] : [found, 'works'];
}

export const head = ['Question', 'This service', 'The node', 'Section', 'Where'];

export const rowsOf = ({ findings }: Report): string[][] =>
	findings.map(({ name, about, section, answer, means, file }) =>
		[`${name}: ${about}`, answer, means, section, file].map((cell) => cell.replace(/\s+/g, ' ')),
	);

export const asMarkdown = (report: Report): string =>
	`${markdownTable(head, rowsOf(report))}\n\n${report.summary}\n`;
