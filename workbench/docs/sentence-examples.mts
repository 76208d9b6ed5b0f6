/** What docs/troubleshooting.md shows of the sentences about requests. */
import {
	outcomeSentences,
	sentences,
	type Given,
	type OutcomeSentence,
} from '../../nodes/MessagingService/errors/sentences.ts';

const usual: Given = {
	status: 200,
	check: "+254712345678, campaign 'reminders', tried at 2026-11-21 11:00 (Africa/Nairobi)",
};

/** What the service answered where the sentence shows it. */
const typical: Partial<Record<OutcomeSentence, Partial<Given>>> = {
	unauthorized: { said: 'This API key was revoked' },
	rateLimited: { said: 'Slow down' },
	rateLimitedWithWait: { said: 'Slow down', retryAfter: '3600' },
	serverError: { status: 503, said: 'Down for maintenance' },
	sendServerError: { status: 503 },
	redirected: { status: 302 },
	sendRedirected: { status: 302 },
	refused: { status: 422, said: 'recipients: +254712345678 has opted out' },
	refusedWithoutReason: { status: 400 },
	notFound: { status: 404 },
	notFoundNamed: { status: 404, said: 'Contact group 9 not found' },
	unlisted: { said: 'Parse Error' },
	sendUnlisted: { said: 'Parse Error' },
};

/** One sentence a kind, made with typical values. */
export function sentenceExamples(): Record<
	OutcomeSentence | keyof typeof sentences,
	{ what: string; next: string }
> {
	const ofOutcomes = Object.entries(outcomeSentences).map(([id, write]) => [
		id,
		write({ ...usual, ...typical[id as OutcomeSentence] }),
	]);
	return {
		...(Object.fromEntries(ofOutcomes) as Record<OutcomeSentence, { what: string; next: string }>),
		expressionFailed: sentences.expressionFailed('Message', "Referenced node doesn't exist"),
		severalItems: sentences.severalItems(),
		operationByExpression: sentences.operationByExpression(),
		unknownOperation: sentences.unknownOperation('{{ $json.operation }}'),
		proxyNotValid: sentences.proxyNotValid(),
		groupUnderCap: sentences.groupUnderCap('Max Recipients', 1),
		tooManyRecipients: sentences.tooManyRecipients(3, 1),
		tooManyTotalSegments: sentences.tooManyTotalSegments(2_400, 2_000),
		tooManyRecords: sentences.tooManyRecords(100_000),
		repeatedPage: sentences.repeatedPage(3),
		missingPages: sentences.missingPages(3, 1_000_000_000),
		tooManyWatched: sentences.tooManyWatched(50_000),
		nothingToFetch: sentences.nothingToFetch(72, true),
		endlessPages: sentences.endlessPages(10_000),
		listChanged: sentences.listChanged(),
		listCutShort: sentences.listCutShort(150),
		listUnreadable: sentences.listUnreadable(
			outcomeSentences.serverError({ ...usual, status: 503 }),
		),
		sendUnclearElsewhere: sentences.sendUnclearElsewhere(usual.check),
		sentElsewhere: sentences.sentElsewhere('+254712345678'),
	};
}
