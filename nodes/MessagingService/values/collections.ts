/** A map of a million phone numbers. V8's own holds n8n for long when it grows; these are many, and grow one by one. */
export class LargeMap<Value> {
	private readonly parts = new Map<number, Map<string, Value>>();
	size = 0;

	get(key: string): Value | undefined {
		return this.parts.get(partOf(key))?.get(key);
	}

	set(key: string, value: Value): void {
		const part = keptIn(this.parts, partOf(key), () => new Map());
		if (!part.has(key)) this.size++;
		part.set(key, value);
	}

	*values(): Generator<Value> {
		for (const part of this.parts.values()) yield* part.values();
	}
}

/** By the last digits. By their root, since parts of one size would all grow in one moment. */
function partOf(key: string): number {
	return Math.floor(Math.sqrt(Number(key.slice(-4))));
}

/** What has the same key, in the order of the first that has it. */
export function groupedBy<Key, Value>(values: Value[], keyOf: (value: Value) => Key) {
	const groups = new Map<Key, Value[]>();
	for (const value of values) keptIn(groups, keyOf(value), () => []).push(value);
	return groups;
}

/** The values in lists of so many at most, in their order. */
export function inPieces<Value>(values: Value[], most: number): Value[][] {
	if (values.length <= most) return [values];
	const count = Math.ceil(values.length / most);
	return Array.from({ length: count }, (_, at) => values.slice(at * most, (at + 1) * most));
}

/** What a map has for a key. Where it has nothing, what `make` gives, which the map has from then on. */
export function keptIn<Key, Value>(
	map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
	key: Key,
	make: () => NoInfer<Value>,
): Value {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	map.set(key, made);
	return made;
}
