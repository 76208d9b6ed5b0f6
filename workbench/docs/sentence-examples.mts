/** What docs/troubleshooting.md shows of the sentences about requests. */
import { outcomeSentences, sentences, type Given, type OutcomeSentence } from '../../nodes/MessagingService/errors/sentences.ts';

/** One sentence a kind, made with typical values. */
export function sentenceExamples(): Record<OutcomeSentence | keyof typeof sentences, { what: string; next: string }> {
	const facts = { recipients: '+254712345678', campaign: 'reminders', at: '2026-11-21T08:00:00.000Z' };
	const given: Given = { status: 503, said: 'The text of the service', facts };
	const ofOutcomes = Object.entries(outcomeSentences).map(([id, write]) => [id, write(given)]);
	return {
		...(Object.fromEntries(ofOutcomes) as Record<OutcomeSentence, { what: string; next: string }>),
		expressionFailed: sentences.expressionFailed('Message', "Referenced node doesn't exist"),
		severalItems: sentences.severalItems(),
		operationByExpression: sentences.operationByExpression(),
		unknownOperation: sentences.unknownOperation('{{ $json.operation }}'),
		proxyNotValid: sentences.proxyNotValid(),
		groupUnderCap: sentences.groupUnderCap(1),
		tooManyRecipients: sentences.tooManyRecipients(3, 1),
		tooManyRecords: sentences.tooManyRecords(100_000),
		repeatedPage: sentences.repeatedPage(3),
		missingPages: sentences.missingPages(3, 1_000_000_000),
		endlessPages: sentences.endlessPages(10_000),
	};
}
