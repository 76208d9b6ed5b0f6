/**
 * What each poll was shown: the node's requests go by the virtual clock, and of every page of messages that
 * comes to the node it is noted what is on it. On the way the records are made such as the sandbox can't
 * make them: without an ID, with masked numbers, with another spelling of the time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { MessagingServiceTrigger } from '../../nodes/MessagingService/MessagingServiceTrigger.node.ts';
import { poll } from '../../nodes/MessagingService/trigger/poll.ts';
import { attempt as virtualAttempt } from '../clock/virtualAttempt.mts';

/** How the service writes its records. */
export interface Writing {
	ids: 'number' | 'text' | 'none';
	/** 'masked' hides the end of every number, so that all of one message are equal. */
	numbers: 'whole' | 'masked';
	createdAt: 'asIs' | 'spaced' | 'unix' | 'unreadable';
	/** Whether the recipients of a message come in another order each time. */
	turns: boolean;
}

/** What one poll was shown. */
export interface Showing {
	/** Requests for a page. */
	requests: number;
	/** By message, the different records in which it came. */
	records: Map<number, IDataObject[]>;
	/** To be called when the node's code begins. */
	begins: () => void;
}

class Service {
	writing: Writing = { ids: 'number', numbers: 'whole', createdAt: 'asIs', turns: false };

	/** Messages that the list lacks at present. */
	readonly hidden = new Set<number>();

	/** When each message that was ever shown was created, by the service's clock. */
	readonly createdAt = new Map<number, number>();

	/**
	 * Polls whose node's code hasn't begun. No other's answer comes before: with durable cursors n8n hands out a
	 * copy of the state some moments earlier, and by which poll that is an old one no node can know.
	 */
	readonly starting = new Set<Promise<void>>();

	/** Of the poll that the running code belongs to. */
	readonly showing = new AsyncLocalStorage<Showing>();

	private turn = 0;

	start(writing: Writing): void {
		this.writing = writing;
		this.hidden.clear();
		this.createdAt.clear();
	}

	/** The page as the node gets it. */
	shown(page: IDataObject): IDataObject {
		const { data } = page;
		if (Array.isArray(data)) {
			const rows = data as IDataObject[];
			const there = rows.filter(({ id }) => !this.hidden.has(Number(id)));
			return { ...page, data: (there.length > 0 ? there : rows).map((row) => this.written(row)) };
		}
		return typeof data === 'object' && data !== null && 'sms_recipients' in data
			? { ...page, data: this.written(data as IDataObject) }
			: page;
	}

	private written(record: IDataObject): IDataObject {
		const { ids, turns } = this.writing;
		const id = Number(record.id);
		this.createdAt.set(id, Date.parse(String(record.created_at)));
		const recipients = (record.sms_recipients as IDataObject[]).map(
			(recipient) => this.recipient(recipient) as IDataObject,
		);
		const written: IDataObject = {
			...record,
			...(ids === 'text' ? { id: String(id) } : {}),
			// By this every item can be told to be of this message.
			sender_id: `${String(record.sender_id)} ${id}`,
			created_at: this.time(record.created_at),
			sms_recipients: turns
				? [
						...recipients.slice(this.turn % (recipients.length || 1)),
						...recipients.slice(0, this.turn % (recipients.length || 1)),
					]
				: recipients,
			sms_list_recipients: (record.sms_list_recipients as IDataObject[]).map((member) =>
				this.recipient(member),
			),
		};
		if (turns) this.turn++;
		if (ids === 'none') delete written.id;
		this.note(id, written);
		return written;
	}

	private recipient(member: IDataObject | string): IDataObject | string {
		const masked = (number: unknown): string =>
			this.writing.numbers === 'masked' ? String(number).replace(/\d{4}$/, '****') : String(number);
		if (typeof member === 'string') return masked(member);
		if (!('phone_number' in member)) return member;
		return {
			...member,
			phone_number: masked(member.phone_number),
			created_at: this.time(member.created_at),
		};
	}

	private time(text: unknown): string | number {
		const written = String(text);
		if (this.writing.createdAt === 'spaced') return written.replace('T', ' ').replace('Z', '');
		if (this.writing.createdAt === 'unix') return Math.floor(Date.parse(written) / 1000);
		return this.writing.createdAt === 'unreadable' ? 'recently' : written;
	}

	private note(id: number, record: IDataObject): void {
		const records = this.showing.getStore()?.records;
		const versions = records?.get(id) ?? [];
		if (!versions.some((version) => JSON.stringify(version) === JSON.stringify(record)))
			versions.push(structuredClone(record));
		records?.set(id, versions);
	}
}

/** The one that the stub for `attempt` goes by. */
export const service = new Service();

/** The trigger, which tells when its code begins. */
export class WatchedTrigger extends MessagingServiceTrigger {
	poll = async function (this: IPollFunctions): ReturnType<typeof poll> {
		service.showing.getStore()?.begins();
		return await poll.call(this);
	};
}

export async function attempt(
	...[given, purpose, request]: Parameters<typeof virtualAttempt>
): ReturnType<typeof virtualAttempt> {
	const showing = service.showing.getStore();
	if (showing && purpose === 'read') showing.requests++;
	const came = await virtualAttempt(given, purpose, request);
	await Promise.all(service.starting);
	const { outcome } = came;
	if (
		purpose !== 'read' ||
		outcome.type !== 'answered' ||
		typeof outcome.data !== 'object' ||
		outcome.data === null
	)
		return came;
	return { ...came, outcome: { ...outcome, data: service.shown(outcome.data as IDataObject) } };
}
