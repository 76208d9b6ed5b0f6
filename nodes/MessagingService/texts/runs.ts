import { problem, type Problem } from './problem';
import { outcomeUnknown } from './requests';
import { readLessInPoll, contactService } from './trigger';
import { counted, grouped, quotedFirst, quotedValue, withoutStop } from '../wording';

const readLess =
	'Run the workflow again. If it happens again, set a Limit or narrower filters, and contact the service.';

/** About a whole run: its expressions, its settings and the doors. */
export const ofRuns = {
	expressionFailed: (field: string, reason: string): Problem => ({
		isOfExpression: true,
		...problem`
			The expression in ${field} failed: ${withoutStop(reason.slice(0, 300))}.
			Fix the expression in ${field}, then run the workflow again.
			Fix the expression, then publish the workflow again.`,
	}),
	itemNotReadable: (reason: string) => problem`
		This node has a bug. It failed while reading this item: ${withoutStop(reason.slice(0, 300))}.
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
	unknownOperation: (value: unknown) => problem`
		${quotedFirst(value)} isn't a valid Operation.
		Choose Operation from its list.`,
	proxyNotValid: () => problem`
		Proxy in the node settings isn't an address with a host and a port.
		Write it like http://proxy.example.com:8080, or leave it empty.`,
	tooManyRecipients: (count: number, cap: number) => problem`
		This run would reach ${counted(count, 'number')}, and Max Recipients allows ${grouped(cap)}.
		Send to fewer numbers, or raise Max Recipients in Options.`,
	tooManyTotalSegments: (count: number, cap: number) => problem`
		This run would send ${counted(count, 'segment')} to all numbers together, and Max Total Segments allows ${grouped(cap)}.
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
		Send and Wait for Approval asks one question at a time, and this node has ${counted(count, 'item')}.
		Put a Loop Over Items node with a batch size of 1 before this node.`,
	severalAsked: (count: number) => problem`
		Recipients has ${counted(count, 'number')}, and Send and Wait for Approval asks one person.
		Enter one number. To ask several people, use one node for each of them.`,
	linkTooLong: (maxSegments: number) => problem`
		The link to the page leaves no room for Message in ${counted(maxSegments, 'segment')}, which is all that Max Segments allows.
		Raise Max Segments in Options.`,
	notADuration: (value: unknown) => problem`
		Limit Wait Time is ${quotedValue(value)}, which isn't a length of time.
		Set Amount to a number above 0, or remove Limit Wait Time from Options to wait without a limit.`,
	tooManyRecords: (most: number) => problem`
		The query has more than ${grouped(most)} results, too many for a node that is used as a tool.
		Set a Limit or narrower filters, such as one day or one sender ID.`,
	repeatedPage: (page: number) => problem`
		The service returned the same records on page ${page} as on another page.
		${readLess}
		${readLessInPoll}`,
	missingPages: (page: number, claimed: number) => problem`
		The service says there are ${grouped(claimed)} pages, but page ${grouped(page)} is empty.
		${readLess}
		${readLessInPoll}`,
	listChanged: () => problem`
		The list changed while it was read, so some results may be missing.
		Run the workflow again.
		Publish the workflow again.`,
	listCutShort: (missing: number) => problem`
		The service counts ${counted(missing, 'more result')} than it returned.
		Run the workflow again. If it happens again, contact the service.
		${contactService}`,
	listUnreadable: ({ what, next }: Problem) => problem`
		Skip Already Sent could not read the service's list of messages. ${what}
		${next}`,
	sendUnknownElsewhere: (check: string) =>
		outcomeUnknown(
			{ check, skips: true },
			'the same message just went to one of these numbers in another request, whose outcome is unknown too.',
		),
	endlessPages: (pages: number) => problem`
		The service doesn't say how many pages there are, and there are more than ${grouped(pages)}.
		Set a Limit or narrower filters.
		Set narrower Filters or lower Watch Hours in Options.`,
};
