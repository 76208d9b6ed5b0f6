import type { Mistake } from './mistake.mts';

const node = 'nodes/MessagingService';

/** What an attack found in the node, put back. */
export const holeMistakes: Mistake[] = [
	{
		name: 'a last page that the service claims is believed, whatever its total says',
		file: `${node}/query/pageCount.ts`,
		from: 'if (this.total === undefined) return this.claimed;',
		to: 'if (this.total === undefined || this.claimed !== undefined) return this.claimed;',
		noticedBy: {
			file: 'test/lookup/cutShort.test.mts',
			test: '250 rows that another process sent: nobody is texted twice',
		},
	},
	{
		name: 'a list that lacks messages it counts is taken for whole',
		file: `${node}/lookup/messageList.ts`,
		from: 'if (result.missing)',
		to: 'if (result.missing === -1)',
		noticedBy: {
			file: 'test/lookup/cutShort.test.mts',
			test: 'refuses a run with Skip Already Sent: nothing is sent',
		},
	},
	{
		name: 'a list of excluded numbers is read anew for each item once it was refused',
		file: `${node}/operations/excludedNumbers.ts`,
		from: 'if (!last || last.country !== country) return undefined;',
		to: 'if (!last || last.country !== country || last.read.problems.length > 0) return undefined;',
		noticedBy: {
			file: 'test/run/excludedOnce.test.mts',
			test: 'of 300 numbers with one that is none, for 100 items',
		},
	},
	{
		name: 'one poll with a wrong clock forgets all that is watched',
		file: `${node}/trigger/watched.ts`,
		from: 'this.since = Math.min(this.saidSince, earlier.saidSince);',
		to: 'this.since = this.saidSince;',
		noticedBy: {
			file: 'test/trigger/wrongClock.test.mts',
			test: 'at one poll: a change before it and one after it are told',
		},
	},
	{
		name: 'a first poll with a wrong clock passes over what comes next',
		file: `${node}/trigger/reading.ts`,
		from: 'return this.isFirst ? Math.min(byItsClock, first) : byItsClock;',
		to: 'return byItsClock;',
		noticedBy: {
			file: 'test/trigger/wrongClock.test.mts',
			test: 'hours off at activation: new messages are told once, and old ones never',
		},
	},
	{
		name: 'a scheduled message counts from its creation',
		file: `${node}/lookup/listedMessage.ts`,
		from: 'return Math.max(createdAt, schedule);',
		to: 'return createdAt;',
		noticedBy: {
			file: 'test/lookup/skipAlreadySent.test.mts',
			test: 'the same list, scheduled three days ahead, run again after 25 hours',
		},
	},
	{
		name: 'the list is read back no farther for an item with a schedule',
		file: `${node}/send/skipListed.ts`,
		from: 'Math.max(skipSentWithin, longestAhead)',
		to: 'skipSentWithin',
		noticedBy: { file: 'test/lookup/skipAlreadySent.test.mts', test: 'of 95 hours ago' },
	},
	{
		name: 'a text whose letters the service composed is another text',
		file: `${node}/lookup/identity.ts`,
		from: ".normalize('NFC')",
		to: '',
		noticedBy: {
			file: 'test/lookup/skipAlreadySent.test.mts',
			test: 'a text that the service stores composed',
		},
	},
	{
		name: 'a number goes out that is another one when it is read again',
		file: `${node}/validation/phoneNumber.ts`,
		from: 'return again.value === outcome.value',
		to: 'return again',
		noticedBy: { file: 'test/validation/phoneNumber.test.mts', test: '+25400712345678 is refused' },
	},
	{
		name: 'a short secret is taken out of texts where it is a part of a word',
		file: `${node}/auth/redaction.ts`,
		from: 'text.length > longestShown ? pattern',
		to: 'text ? pattern',
		noticedBy: { file: 'test/auth/redaction.test.mts', test: '"1042" is taken out of a text' },
	},
	{
		name: 'accounts that run no more keep their sends',
		file: `${node}/lookup/recentSends.ts`,
		from: 'for (const each of sends.values()) each.forgetIdle();',
		to: '',
		noticedBy: {
			file: 'test/lookup/idleAccounts.test.mts',
			test: '25 accounts of 2,000 sends keep none of them in memory after their time',
		},
	},
	{
		name: 'the sends of an idle account are let go although a run still needs them',
		file: `${node}/lookup/recentSends.ts`,
		from: 'if (isInUse || this.latest',
		to: 'if (this.latest',
		noticedBy: { file: 'test/lookup/idleAccounts.test.mts', test: 'so are those under way' },
	},
	{
		name: 'one item may take any number of numbers',
		file: `${node}/validation/recipients.ts`,
		from: 'if (numbers.size > MOST_NUMBERS && !isUnbounded)',
		to: 'if (numbers.size < 0 && !isUnbounded)',
		noticedBy: { file: 'test/validation/recipients.test.mts', test: '10001 are too many' },
	},
	{
		name: 'a long list of excluded numbers is read in one go',
		file: `${node}/operations/excludedNumbers.ts`,
		from: 'if (country.problem || recall(memory, value, country.value)) return;',
		to: 'return;',
		noticedBy: { file: 'test/run/excludedOnce.test.mts', test: '1,000 numbers are read in slices' },
	},
	{
		name: 'an item that has its message already does not say what became of it',
		file: `${node}/send/sentBefore.ts`,
		from: '...deliveryStatusOf([...already.values()]),',
		to: '',
		noticedBy: {
			file: 'test/lookup/skipAlreadySent.test.mts',
			test: 'also one that failed to arrive',
		},
	},
	{
		name: 'items that were checked before a stop are not named',
		file: `${node}/run/check.ts`,
		from: 'for (const { index } of items) results.set(index, { failures: [notReached(run)] });',
		to: '',
		noticedBy: {
			file: 'test/run/failures.test.mts',
			test: 'stopped while its items are checked names all of them',
		},
	},
];
