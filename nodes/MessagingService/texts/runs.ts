import { problem, type Problem } from './problem';
import { contactService, readLessInPoll, sendUnknown, unchanged } from './requests';
import {
	pluralize,
	withFullStop,
	formatNumber,
	itOrThem,
	joinWithAnd,
	quotedFirst,
	quotedValue,
	truncate,
	showInvisible,
} from '../wording';

const readLess = 'If it goes on, set a Limit or narrower filters, and contact the service.';

/** Fields that decide whether a record is a wanted message, by the specification's names, with words for them. */
const shownAs = {
	message: 'the whole text (message)',
	campaign: 'the whole campaign',
	category: 'the category',
	sms_recipients: 'whom it went to (sms_recipients)',
};

/** Records of the list that may be a wanted message. */
interface OpenRecords {
	count: number;
	id?: string;
	/** Fields that the records don't show in full. */
	fields: Array<keyof typeof shownAs>;
	/** Names of fields that aren't in the specification. */
	others: string[];
}

/** Says which fields the list doesn't show, and which it has instead. */
export function notShown({ fields, others }: Pick<OpenRecords, 'fields' | 'others'>): string {
	const names = others.map((name) => truncate(showInvisible(name.slice(0, 40)), 40));
	const instead = names.length > 0 ? `; it has ${joinWithAnd(names)} instead` : '';
	return `the list doesn't show ${joinWithAnd(fields.map((field) => shownAs[field]))}${instead}`;
}

/** Problems with a whole run: its expressions, its settings and the entry points. */
export const ofRuns = {
	expressionFailed: (field: string, reason: string): Problem => ({
		isOfExpression: true,
		...problem`
			The expression in ${field} failed: ${withFullStop(truncate(reason, 300))}
			Fix the expression in ${field}.
			Fix the expression, then publish the workflow again.`,
	}),
	itemNotReadable: (reason: string) => problem`
		This node has a bug. It failed while reading this item: ${withFullStop(truncate(reason, 300))}
		Send this text to the maintainers of this node.`,
	capOfOtherItem: (field: string, index: number) => problem`
		${field} of item ${index} isn't valid, so no item is sent.
		Set ${field} of item ${index} to a whole number, or remove ${field} from Options.`,
	settingNotNumber: (field: string, value: unknown) => problem`
		${field} in the node settings is ${quotedValue(value)}, not a number.
		Set ${field} to a number, or leave it empty.`,
	settingsNotReadable: (field: string, value: unknown) => problem`
		${field} in the node settings is ${quotedValue(value)}, which this node can't read.
		Remove the expression from ${field}, and fill in its fields one by one.`,
	severalItems: () => problem`
		This node takes several items only if Operation is chosen from its list, in n8n 1.83.2 or later.
		Choose Operation from its list, and update n8n. Or put a Loop Over Items node with a batch size of 1 before this node.`,
	listTooSlow: (seconds: number) => problem`
		The service gave no list within ${pluralize(seconds, 'second')}.
		Check Base URL in the credential, and whether the service is running.`,
	unknownOperation: (value: unknown) => problem`
		${quotedFirst(value)} isn't a valid Operation.
		Choose Operation from its list.`,
	proxyNotValid: () => problem`
		Proxy in the node settings isn't an address with a host and a port.
		Write it like http://proxy.example.com:8080, or leave it empty.`,
	tooManyRecipients: (count: number, cap: number) => problem`
		This run would reach ${pluralize(count, 'number')}, and Max Recipients allows ${formatNumber(cap)}.
		Send to fewer numbers, or raise Max Recipients in Options.`,
	tooManyTotalSegments: (count: number, cap: number) => problem`
		This run would send ${pluralize(count, 'segment')} to all numbers together, and Max Total Segments allows ${formatNumber(cap)}.
		Shorten the message, send to fewer numbers, or raise Max Total Segments in Options.`,
	cantWait: () => problem`
		This node can't wait for an answer here.
		Update n8n to 1.83.2 or later. For an agent, don't use this operation as a tool: add this node as the human review of a tool.`,
	nameNotReadable: (name: string) => problem`
		n8n can't read what it keeps for a node called ${quotedValue(name)}.
		Rename this node.`,
	linkToThisMachine: (host: string) => problem`
		The link to the page leads to ${host}, which is no address that a phone can open.
		Ask whoever runs n8n to set WEBHOOK_URL to n8n's public address.`,
	severalQuestions: (count: number) => problem`
		Send and Wait for Response asks one question at a time, and this node has ${pluralize(count, 'item')}.
		Put a Loop Over Items node with a batch size of 1 before this node.`,
	severalAsked: (count: number) => problem`
		Recipient has ${pluralize(count, 'number')}, and Send and Wait for Response asks one person.
		Enter one number. To ask several people, use one node for each of them.`,
	linkTooLong: (maxSegments: number) => problem`
		The link to the page leaves no room for Message in ${pluralize(maxSegments, 'segment')}, which is all that Max Segments allows.
		Raise Max Segments in Options.`,
	notADuration: (value: unknown) => problem`
		Limit Wait Time is ${quotedValue(value)}, which isn't a length of time.
		Set Amount to a number above 0, or remove Limit Wait Time from Options to wait without a limit.`,
	tooManyRecords: (most: number) => problem`
		The query has more than ${formatNumber(most)} results, too many for a node that is used as a tool.
		Set a Limit or narrower filters, such as one day or one sender ID.`,
	repeatedPage: (page: number) => problem`
		The service returned the same records on page ${page} as on another page.
		${readLess}
		${readLessInPoll}`,
	oneOfMany: () => problem`
		The service gives one record a page, whatever Per Page says.
		Set Per Page to 1, or remove it.`,
	missingPages: (page: number, claimed: number) => problem`
		The service says there are ${formatNumber(claimed)} pages, but page ${formatNumber(page)} is empty.
		${readLess}
		${readLessInPoll}`,
	listChanged: () => problem`
		The list changed while it was read, so some results may be missing.

		Publish the workflow again.`,
	listOverlaps: () => problem`
		The service gave some records twice, in place of others, so some results may be missing.
		If it goes on, tell the service that the pages of its list overlap: its order is not the same for each page.`,
	listCutShort: (missing: number) => problem`
		The service counts ${pluralize(missing, 'more result')} than it returned.
		${contactService}`,
	listUnreadable: ({ what, next }: Problem) => problem`
		Skip Already Sent could not read the service's list of messages. ${what}
		${next}`,
	cantTell: ({ count, id, ...shown }: OpenRecords) => problem`
		Skip Already Sent found ${pluralize(count, 'message')} that may be this one${id === undefined ? '' : ` (${count > 1 ? 'such as ' : ''}message ${id})`}, but ${notShown(shown)}.
		${shown.fields.join() === 'message' ? 'If each message has a campaign of its own, set What Counts as a Repeat in Options to Same Campaign, Whatever the Text. Otherwise, find' : 'Find'} out with Query Messages or from the service who has it, and send to the others without Skip Already Sent.`,
	sendUnknown,
	endlessPages: (pages: number) => problem`
		The service doesn't say how many pages there are, and there are more than ${formatNumber(pages)}.
		Set a Limit or narrower filters.
		Set narrower Filters or lower Watch Hours in Options.`,
};

/** Problems with a poll of the trigger. */
export const ofTrigger = {
	tooManyWatched: (most: number) => problem`
		This trigger can watch up to ${formatNumber(most)} recipients or messages, and there are more.
		Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options.`,
	pollTooLong: (seconds: number) => problem`
		Reading the service's messages took longer than ${pluralize(seconds, 'second')}, the most that n8n allows.
		Set narrower Filters or lower Watch Hours in Options, or raise Max Concurrent Requests. If the service is slow, contact it.`,
	stateLost: () => problem`
		n8n started this trigger without what it had seen before, so what changed since its last poll can't be told.
		Look for those changes with Query Messages. If the workflow has another polling trigger, give each a workflow of its own.`,
	notWatchable: (labels: string[]) => problem`
		No message in the service's list shows a ${joinWithAnd(labels)}, so this trigger can't watch them.
		${labels.includes('Status') ? 'Ask the service to list the status of messages' : 'Remove what the list leaves out from Filters'}, then publish the workflow again.`,
	nothingToFetch: (hours: number, isFiltered: boolean) => problem`
		The service has no message from the last ${hours === 1 ? 'hour' : `${formatNumber(hours)} hours`}${isFiltered ? ' that matches the Filters' : ''}.
		Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.`,
	noneOfTheStatuses: (seen: string[]) => problem`
		None of the newest recipients has this Delivery Status. They have ${seen.join(', ')}.
		Write Delivery Status in the service's own words, or leave it out until a message has such a status.`,
};

/** Added to a failed poll if the trigger has a state to go on from. */
export const nothingLost =
	'No change is lost: the next poll that succeeds tells what changed meanwhile.';

/** Numbers of messages of a run, with the items that they are of. */
interface SentSoFar extends Record<'all' | 'sent' | 'open', number> {
	whoSent: string;
	whoOpen: string;
}

/** Sentences about all items of a failed run, and how to go on. `items` names some of them, such as 'items 0-4, 7'. */
export const runSentences = {
	sentNothing: 'Nothing was sent.',
	nobodyElse: 'Nobody else got anything.',
	ofTest: (number: string, what: string) => `[test to ${number}] ${what}`,
	sentNothingNow: 'This try sent nothing.',
	sentBefore: 'An earlier try of this run sent some messages; this try sent none.',
	/** Says how many of `all` items or messages are unknown, and how many `became` refused, not sent or failed. */
	failed(one: string, all: number, unknown: number, refused: number, became: string): string {
		const verb = became === 'failed' ? 'failed' : `${refused === 1 ? 'was' : 'were'} ${became}`;
		if (unknown === 0) return `${refused} of ${all} ${one}s ${verb}.`;
		const others = refused > 0 ? `, and ${refused} ${verb}` : '';
		return `${unknown} of ${all} ${one}s may or may not have been sent${others}.`;
	},
	alsoUnknown: (items: string) => `Also unknown: ${items}.`,
	more: (count: number, one: string) => `And ${pluralize(count, `more ${one}`)}.`,
	/** @param counts of messages; `whoSent` and `whoOpen` name the items that were sent, or may have been */
	sentSoFar({ all, sent, open, whoSent, whoOpen }: SentSoFar): string {
		const of = `${sent === 0 ? 'None' : formatNumber(sent)} of ${pluralize(all, 'message')}`;
		const known =
			sent === 0
				? `${of} is known to be sent`
				: `${of} ${sent === 1 ? 'was' : 'were'} sent: ${whoSent}`;
		return open === 0 ? `${known}.` : `${known}; ${formatNumber(open)} may have been: ${whoOpen}.`;
	},
	notAsItIs: "Don't run the workflow again as it is: whoever has the message would get it twice.",
	/** @param isFirst whether no advice goes before it */
	runAgain: (isFirst: boolean) => `${isFirst ? 'Run' : 'Then run'} the workflow again.`,
	runAgainSkipping: `Then run the workflow again, ${unchanged}: Skip Already Sent texts only those that are left.`,
	unlessListed: (items: string, count: number) =>
		`${items} if Query Messages doesn't show ${itOrThem(count)}`,
	sendOnly: (items: string) => `Then send only ${items}.`,
	orSkip: (hasUnknown: boolean) =>
		`Or switch on Skip Already Sent in Options, and run the workflow again${hasUnknown ? ' after two minutes' : ''}, ${unchanged}: it texts only those that are left.`,
	alreadySent: (count: number, items: string) =>
		`${pluralize(count, 'recipient')} had the message already: ${items}.`,
	stopped: 'The execution was canceled.',
	itemsFromZero: 'n8n counts items from 0: item 0 is the first.',
};
