import type { Recipient } from '../recipients/row';
import type { FailedOutcome } from '../service/outcome';
import { reasonFrom } from '../service/reason';
import { keyOf, type Remark } from '../service/remarks';
import { personKey } from '../values/phoneNumber';
import { truncate } from '../wording';

export type Refused = Extract<FailedOutcome, { type: 'refused' }>;

/** An index in the list of recipients, as frameworks write it: `recipients.2`, `recipients[2]`, `recipients/2`. */
const places = /\brecipients(?:\.|\[|\/)(\d{1,5})\]?/gi;

/** Digits that may be the number of a recipient. */
const digits = /\+?\d{7,}/g;

/** Fields that are equal in all items that share a request. */
const inCommon = ['sender_id', 'priority', 'campaign', 'message'];

/** The most characters of a reason. */
const longest = 300;

/** A plain refusal of one request. Indexes in its list of recipients are replaced by the numbers at those indexes. */
export class Refusal {
	/** The recipients that the service names, by index or by number. */
	readonly named: ReadonlySet<Recipient>;
	private readonly remarks: Array<{ remark: Remark; recipient?: Recipient }>;

	/** @param recipients in the order in which the request had them */
	constructor(
		private readonly outcome: Refused,
		private readonly recipients: Recipient[],
	) {
		const byPerson = new Map(recipients.map((each) => [personKey(each.number), each]));
		this.remarks = (outcome.remarks ?? []).map((remark) => ({
			remark: this.withNumbers(remark),
			recipient: this.atPlace(remark) ?? findNumber(remark.text, byPerson),
		}));
		this.named = new Set(this.remarks.flatMap(({ recipient }) => recipient ?? []));
	}

	/** Whether it is about a field that is equal in all items of a request, so that none would fare better by itself. */
	get isOfAll(): boolean {
		return this.remarks.some(({ remark }) => inCommon.includes(remark.field));
	}

	/** Returns the refusal with only the remarks about these recipients, or with all remarks if none are given. */
	about(recipients?: ReadonlySet<Recipient>): Refused {
		const told = this.remarks.filter(({ recipient }) => recipient && recipients?.has(recipient));
		const remarks = (recipients ? told : this.remarks).map(({ remark }) => remark);
		const reason = reasonFrom(remarks);
		return { ...this.outcome, said: reason && truncate(reason, longest), remarks };
	}

	private atPlace({ field, text }: Remark): Recipient | undefined {
		const written = [...field.matchAll(places), ...text.matchAll(places)];
		return written.map(([, at]) => this.recipients[Number(at)]).find(Boolean);
	}

	private withNumbers({ field, text }: Remark): Remark {
		const inWords = (given: string): string =>
			given.replace(places, (written, at) => this.recipients[Number(at)]?.number ?? written);
		const [named, said] = [inWords(field), inWords(text)];
		const isSaid = named !== field && said.includes(named);
		return { text: said, field: isSaid ? '' : named, key: keyOf(said) };
	}
}

function findNumber(text: string, byPerson: Map<string, Recipient>): Recipient | undefined {
	const written = [...text.matchAll(digits)].map(([number]) => byPerson.get(personKey(number)));
	return written.find(Boolean);
}
