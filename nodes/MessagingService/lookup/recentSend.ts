import type { MessageBody } from '../item';
import { digitsOf } from '../operations/messageRecord';
import { contentKeyOf } from './identity';

/** A send to phone numbers that this process made, from the moment its request may leave. */
export class RecentSend {
	state: 'underWay' | 'accepted' | 'unknown' | 'refused' = 'underWay';

	/** When the request left last, by this machine's clock. */
	left = 0;

	/** When its outcome was known; Infinity before. */
	endedAt = Infinity;

	/** As the service calls the message; undefined where it said nothing. */
	id?: string;

	private listedAt?: string;

	readonly body: MessageBody;

	readonly contentKey: string;

	private readonly ended: (send: RecentSend) => void;

	private readonly waiting: Array<() => void> = [];

	constructor(body: MessageBody, ended: (send: RecentSend) => void) {
		this.body = body;
		this.ended = ended;
		this.contentKey = contentKeyOf(body);
	}

	get numbers(): string[] {
		return this.body.recipients ?? [];
	}

	/** The same for sends of one message to the same numbers. */
	get identity(): string {
		return identityOf(this.contentKey, this.numbers.map(digitsOf));
	}

	/** When it was accepted: as the service's list says, else ISO 8601 by this machine's clock. */
	get sentAt(): string {
		return this.listedAt ?? new Date(this.left).toISOString();
	}

	/** The request leaves. Also each time that it is made once more. */
	leaves(): void {
		this.left = Date.now();
	}

	end(
		state: 'accepted' | 'unknown' | 'refused',
		{ id, sentAt }: { id?: string; sentAt?: string | null } = {},
	): void {
		this.state = state;
		this.id = id;
		this.listedAt = sentAt ?? undefined;
		this.endedAt = Date.now();
		this.ended(this);
		for (const tell of this.waiting.splice(0)) tell();
	}

	/** Resolves once the outcome is known. */
	async whenEnded(): Promise<void> {
		if (this.state === 'underWay') await new Promise<void>((resolve) => this.waiting.push(resolve));
	}
}

/** @param numbers digits, in any order */
export function identityOf(content: string, numbers: string[]): string {
	return `${content} ${[...new Set(numbers)].sort().join(' ')}`;
}
