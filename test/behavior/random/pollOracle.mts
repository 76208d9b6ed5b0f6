/**
 * Test oracle for a successful poll. From the service's list during the poll, and from all that was reported before, it
 * derives what the poll has to report. It knows nothing of the trigger's own state.
 */
import type { IDataObject } from 'n8n-workflow';
import { filters, passes, type Message, type Settings } from './pollSteps.mts';

const hour = 3_600_000;

/** A message in the service's list. */
export interface Listed extends Message {
	id: number;
	/** By the service's clock, in epoch milliseconds. */
	createdAt: number;
	/** Changes are numbered: the one that added the message, and those of each recipient, with the status. */
	came: number;
	statuses: Map<string, Array<{ count: number; status: string }>>;
}

/** Statuses that a trigger has reported, or recorded silently. */
export interface Knowledge {
	identity: string;
	/**
	 * Messages from before this time were not watched. It is the earlier limit of the last two polls; `said` is the last
	 * one's.
	 */
	since: number;
	said: number;
	/** Status of each message, or message and number; several if nobody can know which. */
	known: Map<string, Set<string>>;
}

export interface GoodPoll {
	settings: Settings;
	before: Knowledge | undefined;
	/** Time at which the poll began, by n8n's clock and by the service's. */
	beganAt: number;
	serviceBeganAt: number;
	/** Number of the last change at the poll's begin and at its end. */
	from: number;
	to: number;
	listed: Listed[];
	items: IDataObject[];
}

/** Previous status of a recipient or message that is newly watched: no status counts as a change from it. */
const anything = '(anything)';
/** Status of everything before it was seen, and of a message from then on. */
const [first, seen] = ['pending', '(seen)'];

const keyOf = (status: unknown): string => String(status).trim().toLowerCase();

/**
 * Returns the knowledge after the poll.
 * @throws Error if the poll reported something it should not have, or left something out
 */
export function judge(poll: GoodPoll): Knowledge {
	const { settings, beganAt, serviceBeganAt, listed, items } = poll;
	const filter = filters[settings.filter]!;
	const isOfMessages = settings.event === 'messageCreated';
	const identity = `${settings.event} ${filter.lets}`;
	const before = poll.before?.identity === identity ? poll.before : undefined;
	// The first poll doesn't trust the service's clock alone.
	const began = before ? serviceBeganAt : Math.min(serviceBeganAt, beganAt);
	const said = began - settings.watchHours * hour;
	const since = before ? Math.min(said, before.said) : said;
	const known = new Map<string, Set<string>>();
	const left = [...items];
	for (const message of listed) {
		for (const number of isOfMessages ? ['all'] : message.to) {
			const key = `${message.id} ${number}`;
			const possible = before?.known.get(key);
			const lets = (each: string) => passes(filter.lets, message, each);
			if (message.createdAt >= said && (isOfMessages ? message.to.some(lets) : lets(number))) {
				const told = left.filter((item) =>
					isOfMessages
						? item.id === message.id
						: item.message_id === message.id && item.phone_number === number,
				);
				for (const item of told) left.splice(left.indexOf(item), 1);
				const isNew = before !== undefined && message.createdAt >= before.since;
				const was = possible ?? new Set([isNew ? first : anything]);
				const after = afterwards(message, number, was, told, poll, before !== undefined);
				if (after.size === 0)
					throw new Error(`Told wrongly of ${key}: ${JSON.stringify([told, [...was], message])}`);
				known.set(key, after);
			} else if (possible && message.createdAt >= since) known.set(key, possible);
			// Kept state is dropped by the hour.
			else if (possible && message.createdAt >= since - hour)
				known.set(key, new Set([...possible, anything]));
		}
	}
	if (left.length > 0) throw new Error(`Told, and not watched: ${JSON.stringify(left)}`);
	const ages = items.map((item) => listed.find(({ id }) => id === (item.message_id ?? item.id)));
	if (ages.some((each, place) => each!.createdAt < (ages[place - 1]?.createdAt ?? 0)))
		throw new Error('The oldest message does not come first.');
	return { identity, since, said, known };
}

/** Returns the possible statuses of a recipient, or message, after the poll; an empty set if its report is wrong. */
function afterwards(
	{ came, statuses }: Listed,
	number: string,
	was: Set<string>,
	told: IDataObject[],
	{ settings, from, to }: GoodPoll,
	isLater: boolean,
): Set<string> {
	const changes = statuses.get(number)?.filter(({ count }) => count <= to);
	const begin = changes?.findLastIndex(({ count }) => count <= from) ?? 0;
	const shown = changes?.slice(Math.max(0, begin)).map(({ status }) => keyOf(status)) ?? [seen];
	const wanted = changes ? settings.statuses.split(/[,;]/).map(keyOf).filter(Boolean) : [];
	const isWanted = (status: string) => wanted.length === 0 || wanted.includes(status);
	const [item, second] = told;
	if (item) {
		const [previous, status] = changes
			? [keyOf(item.previous_status), keyOf(item.status)]
			: [first, seen];
		const isChange = was.has(previous) && previous !== status && shown.includes(status);
		return new Set(isChange && isWanted(status) && !second ? [status] : []);
	}
	const unsaid = shown.filter((each) => was.has(each) || was.has(anything) || !isWanted(each));
	// The message may have arrived after its page was read.
	if (came > from) unsaid.push(...(isLater ? was : [first]));
	return new Set(unsaid);
}
