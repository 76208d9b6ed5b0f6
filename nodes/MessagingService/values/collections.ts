/** Groups values by key, in the order in which the keys first appear. */
export function groupBy<Key, Value>(values: Value[], keyOf: (value: Value) => Key) {
	const groups = new Map<Key, Value[]>();
	for (const value of values) getOrInsert(groups, keyOf(value), () => []).push(value);
	return groups;
}

/** Splits values into chunks of at most `most`, in their order. An empty list gives one empty chunk. */
export function chunksOf<Value>(values: Value[], most: number): Value[][] {
	if (values.length <= most) return [values];
	const count = Math.ceil(values.length / most);
	return Array.from({ length: count }, (_, at) => values.slice(at * most, (at + 1) * most));
}

/** Returns the value for `key`, inserting `make()` first if there is none. */
export function getOrInsert<Key, Value>(
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
