import { counted, itOrThem } from '../wording';

/** What a failed run says of all its items together, and how to go on. Some are named, such as 'items 0-4, 7'. */
export const runSentences = {
	sentNothing: 'Nothing was sent.',
	sentNothingNow: 'This try sent nothing.',
	sentBefore: 'An earlier try of this run sent some messages; this try sent none.',
	/** Of `all` items or messages some are unknown, and some `became` refused, not sent or failed. */
	failed(one: string, all: number, unknown: number, refused: number, became: string): string {
		const verb = became === 'failed' ? 'failed' : `${refused === 1 ? 'was' : 'were'} ${became}`;
		if (unknown === 0) return `${refused} of ${all} ${one}s ${verb}.`;
		const others = refused > 0 ? `, and ${refused} ${verb}` : '';
		return `${unknown} of ${all} ${one}s may or may not have been sent${others}.`;
	},
	alsoUnknown: (items: string) => `Also unknown: ${items}.`,
	moreItems: (count: number) => `And ${count} more ${count === 1 ? 'item' : 'items'}.`,
	accepted: (count: number, items: string) =>
		`${count === 1 ? '1 message of this run was' : `${count} messages of this run were`} accepted: ${items}. Query Messages lists ${itOrThem(count)}.`,
	allUnsent: 'All items are still to be sent.',
	keepItems: 'Keep the same items and texts: Skip Already Sent texts only those that are left.',
	unlessListed: (items: string, count: number) =>
		`${items} if Query Messages doesn't show ${itOrThem(count)}`,
	sendOnly: (items: string, hasSent: boolean) =>
		`Then send only ${items}${hasSent ? '; the others would be sent twice' : ''}.`,
	orSkip: (hasUnknown: boolean) =>
		`Or switch on Skip Already Sent in Options and run the workflow again${hasUnknown ? ' after two minutes' : ''} with the same items and texts: it texts only those that are left.`,
	noneAccepted: 'No message of this run is known to be accepted.',
	alreadySent: (count: number, items: string) =>
		`${counted(count, 'recipient')} had the message already: ${items}.`,
	stopped: 'The execution was canceled.',
	itemsFromZero: 'n8n counts items from 0: item 0 is the first.',
};
