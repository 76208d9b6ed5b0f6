import { problem } from './problem';
import { counted, grouped } from '../wording';

export const contactService = 'If it goes on, contact the service.';
export const pollLess =
	'If it goes on, poll less often, or lower Max Concurrent Requests in Options.';
export const readLessInPoll =
	'If it goes on, set narrower Filters or lower Watch Hours in Options, and contact the service.';

/** About a poll of the trigger. */
export const ofTrigger = {
	tooManyWatched: (most: number) => problem`
		This trigger can watch up to ${grouped(most)} recipients or messages, and there are more.
		Set narrower Filters, such as one campaign or one sender ID, or lower Watch Hours in Options.`,
	pollTooLong: (seconds: number) => problem`
		Reading the service's messages took longer than ${counted(seconds, 'second')}, the most that n8n allows.
		Set narrower Filters or lower Watch Hours in Options, or raise Max Concurrent Requests. If the service is slow, contact it.`,
	stateLost: () => problem`
		n8n started this trigger without what it had seen before, so what changed since its last poll can't be told.
		Look for those changes with Query Messages. If the workflow has another polling trigger, give each a workflow of its own.`,
	nothingToFetch: (hours: number, isFiltered: boolean) => problem`
		The service has no message from the last ${hours === 1 ? 'hour' : `${grouped(hours)} hours`}${isFiltered ? ' that matches the Filters' : ''}.
		Send a message with the Messaging Service node, or raise Watch Hours in Options, then fetch a test event again.`,
	noneOfTheStatuses: (seen: string[]) => problem`
		None of the newest recipients has one of these Statuses. They have ${seen.join(', ')}.
		Write Statuses in the service's own words, or leave it out until a message has such a status.`,
};

/** Said after a poll that failed, where the trigger has a state to go on from. */
export const nothingLost =
	'No change is lost: the next poll that succeeds tells what changed meanwhile.';
