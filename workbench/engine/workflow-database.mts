/** What n8n's database keeps of a polling workflow: its static data, and with durable cursors its cursor. */
import type { IDataObject } from 'n8n-workflow';

/** One write that reached the database. */
export interface Save {
	of: 'static data' | 'cursor';
	/** The length of the text that was written. */
	characters: number;
}

/**
 * The workflow's rows. Everything is kept as JSON text, as n8n keeps it, so that nothing but what JSON
 * holds gets from one process of n8n to the next.
 */
export class WorkflowDatabase {
	/** Whether the workflow is switched on. */
	active = false;

	/** Whether the durable scheduler has a job for the workflow, which outlives the process. */
	scheduled = false;

	/** Lets every write fail, or get lost in a crash: for n8n both look the same, the rows stay as they are. */
	losesWrites = false;

	/** A slow database: the writes arrive at once, and n8n hears of it when this is settled. */
	answers: Promise<void> = Promise.resolve();

	/** The writes so far, in their order. */
	readonly saves: Save[] = [];

	private staticDataText: string | undefined;
	private cursorText: string | undefined;

	/** A copy of the saved static data. */
	get staticData(): IDataObject | undefined {
		return parsed(this.staticDataText);
	}

	/** Puts static data in from outside (a backup, another installation's), which doesn't count as a save. */
	set staticData(data: IDataObject | undefined) {
		this.staticDataText = data && JSON.stringify(data);
	}

	/** A copy of the committed cursor; none until durable cursors made one. */
	get cursor(): IDataObject | undefined {
		return parsed(this.cursorText);
	}

	/** The cursor, made of the node's static data where there is none. */
	cursorOr(nodeStaticData: IDataObject): IDataObject {
		this.cursorText ??= JSON.stringify(nodeStaticData);
		return this.cursor!;
	}

	/** Writes the whole static data and tells whether it arrived. */
	saveStaticData(data: IDataObject): boolean {
		if (this.losesWrites) return false;
		this.staticDataText = this.written('static data', data);
		return true;
	}

	/** Writes the cursor and tells whether it arrived. */
	saveCursor(cursor: IDataObject): boolean {
		if (this.losesWrites) return false;
		this.cursorText = this.written('cursor', cursor);
		return true;
	}

	private written(of: Save['of'], data: IDataObject): string {
		const text = JSON.stringify(data);
		this.saves.push({ of, characters: text.length });
		return text;
	}
}

function parsed(text: string | undefined): IDataObject | undefined {
	return text === undefined ? undefined : (JSON.parse(text) as IDataObject);
}
