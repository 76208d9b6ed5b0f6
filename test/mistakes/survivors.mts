import type { Mistake } from './mistake.mts';

const node = 'nodes/MessagingService';

/**
 * Mistakes of the kinds that Stryker makes (test/mutation): one comparison, one condition. A fast
 * test notices each.
 */
export const survivorMistakes: Mistake[] = [
	{
		name: 'a run that allows fewer requests at once is overtaken by its own',
		file: `${node}/http/limiter.ts`,
		from: 'if (other === queue || !first || this.underWay <= first.concurrency) continue;',
		to: 'if (!first || this.underWay <= first.concurrency) continue;',
		noticedBy: {
			file: 'test/http/limiterPlaces.test.mts',
			test: 'do not count as overtaking one of its own that allows fewer',
		},
	},
	{
		name: 'an accepted message from before Look Back Hours keeps its number back',
		file: `${node}/lookup/recentSends.ts`,
		from: "sends.find(\n\t\t\t\t(send) =>\n\t\t\t\t\tsend.state === 'unknown' && readAt - send.endedAt < unclearFor && this.remembers(send),\n\t\t\t)",
		to: 'sends.find((send) => readAt - send.endedAt < unclearFor && this.remembers(send))',
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'an accepted one that left before the time asked about holds nothing',
		},
	},
	{
		name: 'messages of the very moment from which the list is read are left on the next page',
		file: `${node}/lookup/messageList.ts`,
		from: 'oldest < time && isNewestFirst(page)',
		to: 'oldest <= time && isNewestFirst(page)',
		noticedBy: {
			file: 'test/lookup/listReading.test.mts',
			test: 'ends before the age of 2: false',
		},
	},
	{
		name: 'a list of equal times is taken for one that begins with the newest',
		file: `${node}/lookup/messageList.ts`,
		from: 'newest > oldest &&',
		to: 'newest >= oldest &&',
		noticedBy: {
			file: 'test/lookup/listReading.test.mts',
			test: 'of ages [1,1] shows that the list begins with the newest: false',
		},
	},
	{
		name: 'a first poll begins with a list that changed while it was read',
		file: `${node}/trigger/poll.ts`,
		from: 'mayMiss: goesOn,',
		to: 'mayMiss: true,',
		noticedBy: {
			file: 'test/trigger/onePoll.test.mts',
			test: 'at the first poll is refused, with what to do',
		},
	},
	{
		name: 'the end of a poll lets another one in beside that of a later activation',
		file: `${node}/trigger/turns.ts`,
		from: 'if (underWay.get(key) === turn) underWay.delete(key);',
		to: 'underWay.delete(key);',
		noticedBy: {
			file: 'test/trigger/pollTurns.test.mts',
			test: 'the end of the earlier one does not let a third one beside the later',
		},
	},
	{
		name: 'a poll whose activation is over keeps its state',
		file: `${node}/trigger/poll.ts`,
		from: 'if (turn.isOver) return null;',
		to: 'if (turn.isOver && failure) return null;',
		noticedBy: {
			file: 'test/trigger/pollTurns.test.mts',
			test: 'it takes the place of the one before, which tells and keeps nothing',
		},
	},
	{
		name: 'the poll of one trigger ends that of another trigger',
		file: `${node}/trigger/turns.ts`,
		from: 'JSON.stringify([functions.getWorkflow().id, functions.getNode().id])',
		to: 'JSON.stringify([functions.getNode().id])',
		noticedBy: {
			file: 'test/trigger/pollTurns.test.mts',
			test: 'of two workflows do not stand in their way',
		},
	},
	{
		name: 'a poll that the service refuses is filed as stopped by a person',
		file: `${node}/trigger/poll.ts`,
		from: 'return errorFor(functions.getNode(), texts, false);',
		to: 'return errorFor(functions.getNode(), texts, true);',
		noticedBy: {
			file: 'test/trigger/onePoll.test.mts',
			test: "has not n8n's word for a stopped execution in it",
		},
	},
	{
		name: 'a token from before the rejected request left is handed on',
		file: 'credentials/token/currentToken.ts',
		from: 'const oldest = Math.max(since, Date.now() - lateAnswer);',
		to: 'const oldest = Math.min(since, Date.now() - lateAnswer);',
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: 'hands none on that is from before the rejected request left',
		},
	},
	{
		name: 'the client ID is shown where the service made a field of it',
		file: 'credentials/token/redactionOf.ts',
		from: '[clientSecret, accessToken, ...rejected], [clientId]',
		to: '[clientSecret, accessToken, ...rejected]',
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: 'names no client ID, which the service may have made a field of',
		},
	},
	{
		name: 'Exclude Numbers that come to nothing leave out nobody',
		file: `${node}/operations/excludedNumbers.ts`,
		from: "(typeof value === 'string' && isNotSet(value))) return nobody;",
		to: 'isNotSet(value)) return nobody;',
		noticedBy: { file: 'test/operations/excludedNumbers.test.mts', test: 'null is refused' },
	},
	{
		name: 'a list of Exclude Numbers is taken for that of another country',
		file: `${node}/operations/excludedNumbers.ts`,
		from: 'if (!last || last.country !== country) return undefined;',
		to: 'if (!last) return undefined;',
		noticedBy: {
			file: 'test/operations/excludedNumbers.test.mts',
			test: 'the same digits in another country are another number',
		},
	},
	{
		name: 'a list with too many values is sent as far as it was read, where invalid numbers are skipped',
		file: `${node}/operations/sendMessage.ts`,
		from: "			id !== 'tooManyRecipientValues' &&\n",
		to: '',
		noticedBy: {
			file: 'test/operations/sendMessage.test.mts',
			test: 'nobody would hear of the rest, such as where there are over 1,000,000 values',
		},
	},
];
