/** What a probe finds, question by question. */
import { markdownTable } from '../docs/markdown.mts';
import { openGateway } from './gateway.mts';
import { Probe, type Text } from './probe.mts';
import { questions } from './questions.mts';

export { questions };

type Question = (typeof questions)[number];

interface Keys {
	clientId: string;
	clientSecret: string;
}

interface Report {
	findings: Array<Omit<Question, 'ask'> & { answer: string; means: string }>;
	requests: number;
	/** Why not all was asked. */
	stopped?: string;
}

interface Asking {
	text?: Text;
	/** How many requests at most. */
	most?: number;
	progress?(name: string): void;
}

export async function reportOn(baseUrl: string, keys: Keys, asking: Asking = {}): Promise<Report> {
	const { text, most = 60, progress } = asking;
	const gateway = await openGateway(baseUrl, most, text?.to);
	const probe = new Probe(gateway, { ...keys }, text);
	const findings: Report['findings'] = [];
	for (const { ask, ...question } of questions) {
		progress?.(question.name);
		const told = await findingOf(probe, ask);
		const [answer, means] = told.map((part) => masked(part, keys)) as [string, string];
		findings.push({ ...question, answer, means });
	}
	gateway.stop();
	return { findings, requests: gateway.requests, stopped: gateway.stopped };
}

async function findingOf(probe: Probe, ask: Question['ask']): Promise<string[]> {
	probe.why = undefined;
	const found = await ask(probe).catch((error: Error) => {
		// A TypeError: the answer lacks what the question is about.
		return error instanceof TypeError ? undefined : ['not asked', error.message];
	});
	if (probe.gateway.stopped !== undefined) return ['not asked', ''];
	if (Array.isArray(found)) return found;
	if (probe.why !== undefined) return [found ?? 'unreadable', `breaks: ${probe.why}`];
	return found === undefined ? ["can't tell", ''] : [found, 'works'];
}

/** Without the keys, and of phone numbers their last two digits alone. */
function masked(told: string, { clientId, clientSecret }: Keys): string {
	const open = told.replaceAll(clientId, '…').replaceAll(clientSecret, '…');
	return open.replace(/\+?\d{5,}(\d\d)(?!\d)/g, '…$1');
}

export const breaks = ({ findings, stopped }: Report): boolean =>
	stopped !== undefined || findings.some(({ means }) => means.startsWith('breaks'));

/** As Markdown, and people can read it in a terminal, too. */
export function asPage({ findings, requests, stopped = '' }: Report): string {
	const head = ['Question', 'Section', 'This service', 'The node', 'Where'];
	const rows = findings.map(({ name, about, section, answer, means, file }) =>
		[`${name}: ${about}`, section, answer, means, file].map((cell) => cell.replace(/\s+/g, ' ')),
	);
	return `${markdownTable(head, rows)}\n\n${requests} requests. ${stopped}`;
}
