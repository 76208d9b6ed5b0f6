/** What a step says it sent, to be held against the sandbox's journal at the end. */
export interface Sent {
	/** Accepted messages, by the receipts that came back. */
	messages: number;
	/** The numbers written to; empty for a contact group, whose members the service knows. */
	recipients: string[];
}
