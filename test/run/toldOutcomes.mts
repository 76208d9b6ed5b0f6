/** Reads back what a run told about its items, so that a test can hold it against the sandbox's journal. */
import type { INodeExecutionData } from 'n8n-workflow';

/** What a run told: who may have been texted, and which message reached which items. */
export interface Told {
	unknown: Set<number>;
	/** The items by message ID, as far as they are named. */
	accepted: Map<string, number[]>;
	/** How many messages are said to be accepted. */
	count: number;
}

/** What the texts of a failed run tell. */
export function toldByFailure(
	{ message, description }: { message: string; description: string },
	total: number,
): Told {
	const unknown = [
		...message.matchAll(/\[(items? [^\]]+)\] Outcome unclear|Also unclear: (items? [\d, -]+)/g),
	].flatMap(([, one, other]) => placesIn((one ?? other)!));
	if (total === 1 && message.includes('Outcome unclear')) unknown.push(0);
	const [, count = '0', list = ''] =
		/(\d+) messages? of this run (?:was|were) accepted: (.*?)\.(?: |$)/.exec(description) ?? [];
	const named = [...list.matchAll(/(\S+) \((items? [^)]+)\)/g)].map(
		([, id, places]): [string, number[]] => [id!, placesIn(places!)],
	);
	return { unknown: new Set(unknown), accepted: new Map(named), count: Number(count) };
}

/** What the outputs of a run tell that did not fail as a whole. */
export function toldByOutputs(outputs: INodeExecutionData[]): Told {
	const unknown = new Set<number>();
	const accepted = new Map<string, number[]>();
	for (const { json, pairedItem } of outputs) {
		const { item } = pairedItem as { item: number };
		if (json.sendOutcome === 'unknown') unknown.add(item);
		if (json.sendOutcome === 'accepted')
			accepted.set(String(json.messageId), [...(accepted.get(String(json.messageId)) ?? []), item]);
	}
	return { unknown, accepted, count: accepted.size };
}

/** 'items 0-2, 5 and 3 more': those that are named. */
function placesIn(text: string): number[] {
	const [named] = text.replace(/^items? /, '').split(' and ');
	return named!.split(', ').flatMap((part) => {
		const [first, last = first] = part.split('-').map(Number);
		return Array.from({ length: last! - first! + 1 }, (_, step) => first! + step);
	});
}
