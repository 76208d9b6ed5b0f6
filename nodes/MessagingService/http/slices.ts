import { pause } from './pause';

/** Milliseconds of work in one go. Meanwhile n8n answers no webhook and no health check. */
const longest = 20;

/** Work in slices: lets n8n do other things between two of them. */
export class Slices {
	private began = Date.now();

	/** Whether this slice has lasted long enough. Cheap, so that it can be asked for each item. */
	get isOver(): boolean {
		return Date.now() - this.began >= longest;
	}

	/** Lets n8n's event loop go round once, and begins the next slice. */
	async next(): Promise<void> {
		await pause(0);
		this.began = Date.now();
	}
}
