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
