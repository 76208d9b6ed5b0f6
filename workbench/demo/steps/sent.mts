/** What a step says it sent, to be held against the sandbox's journal at the end. */
export interface Sent {
	/** Accepted messages, by the receipts that came back; one for all items of a combined request. */
	messages: number;
	/** The numbers written to. */
	recipients: string[];
}
