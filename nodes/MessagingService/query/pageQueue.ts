/** A page that was asked for and not taken yet. */
interface Asked<Answer> {
	answer: Promise<Answer>;
	isAnswered: boolean;
}

/**
 * Asks for pages side by side and gives the answers in the order of the pages. An answer that has to
 * wait for those before it makes room for another request all the same.
 */
export class PageQueue<Answer> {
	private readonly asked: Array<Asked<Answer>> = [];

	private unanswered = 0;

	private hasEnded = false;

	private readonly ask: () => Promise<Answer>;

	private readonly mayAsk: (asked: number, unanswered: number) => boolean;

	/**
	 * @param ask asks for the next page
	 * @param mayAsk whether one more may be asked for, given how many are and have not been taken, and
	 * how many of them are not answered either
	 */
	constructor(ask: () => Promise<Answer>, mayAsk: (asked: number, unanswered: number) => boolean) {
		this.ask = ask;
		this.mayAsk = mayAsk;
	}

	/** Asks for as many as may be. Tells whether an answer is to come. */
	fill(): boolean {
		while (!this.hasEnded && this.mayAsk(this.asked.length, this.unanswered)) {
			const page = { answer: this.ask(), isAnswered: false };
			this.asked.push(page);
			this.unanswered++;
			const note = (): void => this.noteAnswer(page);
			page.answer.then(note, note);
		}
		return this.asked.length > 0;
	}

	/** Takes the answer that comes next; to be called only where one is to come. */
	async next(): Promise<Answer> {
		const answer = await (this.asked[0] as Asked<Answer>).answer;
		this.asked.shift();
		return answer;
	}

	/** Asks for nothing more. */
	end(): void {
		this.hasEnded = true;
	}

	private noteAnswer(page: Asked<Answer>): void {
		page.isAnswered = true;
		this.unanswered--;
		// One that is about to be taken may say that no more pages are wanted.
		if (!this.asked[0]?.isAnswered) this.fill();
	}
}
