import type { IPollFunctions } from 'n8n-workflow';

/** A poll that is under way. */
export interface Turn {
	/** n8n's functions, the same object for all polls of one activation. */
	functions: object;
	/** Whether a poll of a later activation has begun meanwhile: this one's state is out of date. */
	isOver: boolean;
	end(): void;
}

const underWay = new Map<string, Turn>();

/**
 * n8n starts a poll when its time has come, whether the one before has ended or not. Both would tell the
 * same changes; so the later one is left out. A poll of a later activation, which n8n gave a state of its
 * own, takes the place of one that is still under way.
 *
 * @returns undefined where another poll of the same activation is under way
 */
export function takeTurn(functions: IPollFunctions): Turn | undefined {
	const key = JSON.stringify([functions.getWorkflow().id, functions.getNode().id]);
	const other = underWay.get(key);
	if (other?.functions === functions) return undefined;
	if (other) other.isOver = true;
	const turn: Turn = {
		functions,
		isOver: false,
		end: () => {
			if (underWay.get(key) === turn) underWay.delete(key);
		},
	};
	underWay.set(key, turn);
	return turn;
}
