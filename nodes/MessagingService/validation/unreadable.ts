/**
 * Stands in the place of a value that no field takes, or that can't be looked at; `kind` names it
 * within a sentence.
 */
export class Unreadable {
	readonly kind: string;

	constructor(kind: string) {
		this.kind = kind;
	}
}
