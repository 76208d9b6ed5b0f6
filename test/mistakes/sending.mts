import type { Mistake } from './mistake.mts';

/**
 * Mistakes in what keeps a message from being sent twice: the look at the service's list, the
 * memory of a process, the claims of workers.
 */
export const sendingMistakes: Mistake[] = [
	{
		name: 'Skip Already Sent skips what was sent before Skip Window',
		file: 'nodes/MessagingService/lookup/alreadySent.ts',
		from: 'return found && (found.dueAt ?? Infinity) >= since ? found : undefined;',
		to: 'return found ?? undefined;',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'Skip Already Sent the window ends where it was asked to',
		},
	},
	{
		name: 'of two records of a message the older one counts, and it is sent again',
		file: 'nodes/MessagingService/lookup/alreadySent.ts',
		from: '(message.dueAt ?? Infinity) > (found.dueAt ?? Infinity)',
		to: '(message.dueAt ?? Infinity) < (found.dueAt ?? Infinity)',
		noticedBy: {
			file: 'test/lookup/alreadySent.test.mts',
			test: 'of several records the newest counts, in whichever order they come',
		},
	},
	{
		name: 'of an unclear send to two numbers one to the first of them alone counts as another',
		file: 'nodes/MessagingService/lookup/recentSends.ts',
		from: 'this.remembers(other) && other.identity === identity',
		to: 'this.remembers(other)',
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'of the same message only those to the very same numbers are like it',
		},
	},
	{
		name: 'the same text of another campaign counts as sent already',
		file: 'nodes/MessagingService/lookup/identity.ts',
		from: 'plain(campaign).toLowerCase(), ',
		to: '',
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'the same message is the same whoever sends it, when, and with what a service may rewrite',
		},
	},
	{
		name: 'a text that the service stored with other line breaks is sent again',
		file: 'nodes/MessagingService/lookup/identity.ts',
		from: "text.normalize('NFC').replace(/\\s+/g, ' ').trim()",
		to: "text.normalize('NFC').trim()",
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'the same message is the same whoever sends it, when, and with what a service may rewrite',
		},
	},
	{
		name: 'a run whose items have other skip windows reads the list for the shortest one',
		file: 'nodes/MessagingService/send/skipListed.ts',
		from: '(most, { order }) => Math.max(most, readBack(order)), 0)',
		to: '(most, { order }) => Math.min(most, readBack(order)), Infinity)',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'asks by the priority that all have in common, for the farthest window of them',
		},
	},
	{
		name: "with a list that can't be read, items with Skip Already Sent are sent",
		file: 'nodes/MessagingService/send/skipListed.ts',
		from: '\t\treturn [];\n\t}\n\tconst going',
		to: '\t\treturn items;\n\t}\n\tconst going',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'the list cannot be read: nothing leaves, items without the option neither',
		},
	},
	{
		name: "the list is filtered by the first item's category although others have another",
		file: 'nodes/MessagingService/send/skipListed.ts',
		from: 'filters: categories.size === 1 ?',
		to: 'filters: categories.size >= 1 ?',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'asks by the priority that all have in common, for the farthest window of them',
		},
	},
	{
		name: 'a number that another run of this process was sent has it again',
		file: 'nodes/MessagingService/send/claim.ts',
		from: "const left = withoutSent(item, (number) =>\n\t\t\t\tsendTo(number)?.state === 'accepted' ? sendTo(number) : undefined,\n\t\t\t);",
		to: 'const left = withoutSent(item, () => undefined);',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'what this process has sent counts, though the list does not show it',
		},
	},
	{
		name: 'an item whose number has an unclear send of another run is sent',
		file: 'nodes/MessagingService/send/claim.ts',
		from: "filter((send) => send?.state === 'unknown');",
		to: "filter((send) => send?.state === 'refused');",
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'what is unclear holds its numbers for two minutes, then the list is believed',
		},
	},
	{
		name: "a run doesn't wait for the same message that another run is sending",
		file: 'nodes/MessagingService/send/claim.ts',
		from: 'if (!underWay) break;',
		to: 'if (underWay) break;',
		noticedBy: {
			file: 'test/lookup/claims.test.mts',
			test: 'a run waits for another that sends the same, however long, and leaves out what that sent',
		},
	},
	{
		name: 'the list of numbers that had the message before forgets those found first',
		file: 'nodes/MessagingService/send/sentBefore.ts',
		from: '[...earlier, ...already.keys()]',
		to: '[...already.keys()]',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'an item names the numbers that the list shows and those that this process has sent, and the rest goes',
		},
	},
	{
		name: 'what another worker may have sent is free for the next run',
		file: 'nodes/MessagingService/send/amongWorkers.ts',
		from: "result.failures.every(({ fate }) => fate === 'refused')",
		to: 'result.failures.length > 0',
		noticedBy: {
			file: 'test/lookup/workers.test.mts',
			test: 'what is unclear on the first worker is unclear on the second, in later tries too',
		},
	},
	{
		name: 'a run of more than ten numbers waits for dead workers',
		file: 'nodes/MessagingService/send/amongWorkers.ts',
		from: '|| count > mostClaimed) return',
		to: '|| count > 100 * mostClaimed) return',
		noticedBy: {
			file: 'test/lookup/workers.test.mts',
			test: 'asks for nothing where it is not asked for, for contact groups, for no item, and for more than ten numbers',
		},
	},
	{
		name: 'an entry of another worker from the last minute is not found',
		file: 'nodes/MessagingService/lookup/workerClaims.ts',
		from: 'return [`${place} ${minute}`, `${place} ${minute - 1}`];',
		to: 'return [`${place} ${minute}`];',
		noticedBy: {
			file: 'test/lookup/workers.test.mts',
			test: 'an entry of the last second of a minute is found in the next minute',
		},
	},
	{
		name: 'one record confirms two equal unclear sends',
		file: 'nodes/MessagingService/lookup/confirm.ts',
		from: 'found.set(send, free[next++]!)',
		to: 'found.set(send, free[next]!)',
		noticedBy: {
			file: 'test/lookup/confirm.test.mts',
			test: 'of two equal ones the older, and each its own where there are two',
		},
	},
	{
		name: 'a record from before the send confirms it',
		file: 'nodes/MessagingService/lookup/confirm.ts',
		from: 'while (next < free.length && free[next]!.createdAt! < earliest) next++;\n',
		to: '',
		noticedBy: { file: 'test/lookup/confirm.test.mts', test: 'from before it left' },
	},
	{
		name: 'the record of an accepted send confirms an unclear one',
		file: 'nodes/MessagingService/lookup/confirm.ts',
		from: '.filter(\n\t\t\t({ id, createdAt }) =>\n\t\t\t\tcreatedAt !== undefined &&\n\t\t\t\tclock.canBe(createdAt, now) &&\n\t\t\t\t!(id !== undefined && known.has(id)),\n\t\t)',
		to: '.filter(({ id, createdAt }) => createdAt !== undefined && clock.canBe(createdAt, now))',
		noticedBy: {
			file: 'test/lookup/confirm.test.mts',
			test: 'not one that is the receipt of another send, by its ID',
		},
	},
	{
		name: 'a message to a contact group confirms a send to its numbers',
		file: 'nodes/MessagingService/lookup/confirm.ts',
		from: 'return isToNumbers && contentKey',
		to: 'return contentKey',
		noticedBy: { file: 'test/lookup/confirm.test.mts', test: 'a record shows an unclear send' },
	},
	{
		name: "the service's clock is corrected in the wrong direction",
		file: 'nodes/MessagingService/lookup/serviceClock.ts',
		from: 'left - offAtMost - cut : left + this.ahead - cut',
		to: 'left - offAtMost - cut : left - this.ahead - cut',
		noticedBy: {
			file: 'test/lookup/confirm.test.mts',
			test: 'ms off, and told by its Date header',
		},
	},
	{
		name: "a list whose last day ends when it begins lacks today's messages",
		file: 'nodes/MessagingService/lookup/serviceClock.ts',
		from: 'dayOf(serviceNow + (14 + 24) * hour)',
		to: 'dayOf(serviceNow)',
		noticedBy: {
			file: 'test/lookup/confirm.test.mts',
			test: 'days: every zone in which the service may begin them, and a range that ends when its last day begins',
		},
	},
	{
		name: 'an unclear send is looked for once and not three times',
		file: 'nodes/MessagingService/lookup/unclearSends.ts',
		from: 'looks = [1_000, 3_000, 6_000]',
		to: 'looks = [1_000]',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'looks 1, 3 and 6 seconds after the last send, then not again',
		},
	},
	{
		name: 'a look-up that was switched off is made',
		file: 'nodes/MessagingService/send/lookUpUnclear.ts',
		from: '.order.looksUp);',
		to: '.order !== undefined);',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'items without it, and contact groups, are left as they are',
		},
	},
	{
		name: 'a confirmed send of several items gives only the first its receipt',
		file: 'nodes/MessagingService/send/lookUpUnclear.ts',
		from: 'for (const { index, order } of items) {\n\t\tconst receipt',
		to: 'for (const { index, order } of items.slice(0, 1)) {\n\t\tconst receipt',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'of combined items each gets the receipt',
		},
	},
	{
		name: 'a list that changed while it was read counts as whole',
		file: 'nodes/MessagingService/lookup/messageList.ts',
		from: 'return result.incomplete && !mayMiss',
		to: 'return result.incomplete && mayMiss',
		noticedBy: {
			file: 'test/lookup/core.test.mts',
			test: 'a list from which rows may be missing refuses the run',
		},
	},
	{
		name: 'the sends of the last ten minutes are forgotten after ten seconds',
		file: 'nodes/MessagingService/lookup/recentSends.ts',
		from: 'const remembered = 600_000;',
		to: 'const remembered = 10_000;',
		noticedBy: {
			file: 'test/lookup/recentSends.test.mts',
			test: 'an accepted one is known for ten minutes',
		},
	},
];
