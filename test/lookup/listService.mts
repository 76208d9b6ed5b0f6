/** A service of messages without a network: takes sends and lists them, newest first. */
import type { Answer } from '../../nodes/MessagingService/http/outcome.ts';
import type { Left } from '../run/coreRun.mts';
import { passed } from '../clock/virtualTime.mts';

export interface Listed {
	id: number | null;
	createdAt: number;
	body: { message: string; campaign: string; priority: string; recipients: string[] | null };
}

/** What becomes of a send: taken and answered, taken and the answer lost, lost, or refused. */
export type Fate = 'accepted' | 'takenAndLost' | 'lost' | 'refused';

export class ListService {
	readonly messages: Listed[] = [];

	/** Every page asked for, with when. */
	readonly pages: Array<{ at: number; query: Record<string, unknown> }> = [];

	/** Of the next sends, in order; accepted when there is none. */
	fates: Fate[] = [];

	/** Milliseconds that its clock is ahead of ours. */
	ahead = 0;

	hasDate = true;

	pageSize = 100;

	oldestFirst = false;

	/** What it answers to queries instead. */
	list?: (query: Record<string, unknown>) => Answer;

	/** Milliseconds until a message is listed. */
	listsAfter = 0;

	private lastId = 0;

	/** A message that it has; `seconds` before now. */
	has(recipients: string[] | null, seconds = 60, changes: Partial<Listed['body']> = {}): Listed {
		const message = {
			id: ++this.lastId,
			createdAt: this.now - seconds * 1000,
			body: {
				message: 'Hello',
				campaign: 'reminders',
				priority: 'utility',
				recipients,
				...changes,
			},
		};
		this.messages.push(message);
		return message;
	}

	/** Numbers of all messages, in order; a contact group's are not known. */
	get reached(): string[] {
		return this.messages.flatMap(({ body }) => body.recipients ?? []);
	}

	answer = ({ request }: Left): Answer =>
		request.method === 'POST'
			? this.take(request.body as Listed['body'])
			: this.page(request.qs as Record<string, unknown>);

	private get now(): number {
		return Date.now() + this.ahead;
	}

	private take(body: Listed['body']): Answer {
		const fate = this.fates.shift() ?? 'accepted';
		if (fate === 'lost') throw Object.assign(new Error('hang up'), { code: 'ECONNRESET' });
		if (fate === 'refused')
			return { statusCode: 422, body: { responsecode: 422, data: {}, responsemessage: 'No' } };
		const { id } = this.has(body.recipients, 0, body);
		if (fate === 'takenAndLost') throw Object.assign(new Error('hang up'), { code: 'ECONNRESET' });
		return {
			statusCode: 200,
			body: { responsecode: 201, data: { success: true, messageId: String(id) } },
		};
	}

	private page(query: Record<string, unknown>): Answer {
		this.pages.push({ at: passed(), query });
		if (this.list) return this.list(query);
		const day = (time: number) => new Date(time).toISOString().slice(0, 10);
		const listed = this.messages.filter(
			({ createdAt, body }) =>
				createdAt + this.listsAfter <= this.now &&
				(query.category === undefined || body.priority === query.category) &&
				day(createdAt) >= String(query.start_date) &&
				day(createdAt) <= String(query.end_date),
		);
		const sorted = listed.sort(
			(one, other) =>
				(this.oldestFirst ? 1 : -1) * (one.createdAt - other.createdAt || one.id! - other.id!),
		);
		const first = (Number(query.page) - 1) * this.pageSize;
		return this.pageOf(
			sorted.slice(first, first + this.pageSize),
			Number(query.page),
			sorted.length,
		);
	}

	pageOf(messages: Listed[], page: number, total: number): Answer {
		const data = messages.map(({ id, createdAt, body }) => ({
			id,
			category: body.priority,
			campaign: body.campaign,
			message: body.message,
			created_at: new Date(createdAt).toISOString(),
			sms_recipients: (body.recipients ?? []).map((phone_number) => ({ phone_number })),
			sms_list_recipients: [],
		}));
		const meta = {
			current_page: page,
			per_page: this.pageSize,
			total,
			last_page: Math.max(1, Math.ceil(total / this.pageSize)),
		};
		return {
			statusCode: 200,
			headers: this.hasDate ? { date: new Date(this.now).toUTCString() } : {},
			body: { responsecode: 200, data: { data, meta } },
		};
	}
}
