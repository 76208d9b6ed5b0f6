import { Watched, watchedKey } from '../../nodes/MessagingService/trigger/watched.ts';

const hour = 3_600_000;
const noon = Date.parse('2026-11-22T12:00:00Z');

function watched(...entries: Array<[key: string, createdAt: number, status: string]>): Watched {
	const made = new Watched();
	for (const [key, createdAt, status] of entries) made.set(watchedKey([key]), createdAt, status);
	return made;
}

it('comes back from its text as it was', () => {
	const kept = watched(
		['a', noon, 'Delivered'],
		['b', noon - hour, 'Sent'],
		['c', noon - 2 * hour, 'Sent'],
		['d', noon, '__proto__'],
		['e', noon, ''],
	);
	kept.since = noon - 72 * hour;
	const read = Watched.read(JSON.parse(JSON.stringify(kept.text('of this'))), 'of this')!;
	expect(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => read.statusOf(watchedKey([key])))).toEqual([
		'Delivered',
		'Sent',
		'Sent',
		'__proto__',
		'',
		undefined,
	]);
	expect([read.size, read.since, read.text('of this')]).toEqual([
		5,
		kept.since,
		kept.text('of this'),
	]);
});

it.each([
	['none', undefined],
	['null', null],
	['no JSON', '{'],
	['a list', '[]'],
	['an object of n8n', {}],
	['a number', 7],
	['another form', JSON.stringify({ form: 2, identity: 'of this', since: 1, hours: {} })],
	['without hours', JSON.stringify({ form: 1, identity: 'of this', since: 1 })],
	['without a time', JSON.stringify({ form: 1, identity: 'of this', hours: {} })],
	['of another identity', watched(['a', noon, 'Sent']).text('of that')],
])('is not read from what is %s', (_, text) => {
	expect(Watched.read(text, 'of this')).toBeUndefined();
});

it('has no number and no text of a message in it, and about ten bytes a recipient', () => {
	const kept = new Watched();
	for (let index = 0; index < 10_000; index++)
		kept.set(
			watchedKey([index, `2547123${index}`, 0]),
			noon - (index % 72) * hour,
			['Pending', 'Sent', 'Delivered', 'Failed'][index % 4]!,
		);
	const text = kept.text('of this');
	expect(kept.size).toBe(10_000);
	expect(text).not.toContain('2547123');
	expect(text.length).toBeLessThan(115_000);
});

it('takes over what is still watched and not in it, by the hour', () => {
	const earlier = watched(
		['gone', noon - 3 * hour, 'Sent'],
		['edge', noon - 2 * hour, 'Sent'],
		['kept', noon, 'Sent'],
		['newer', noon, 'Sent'],
	);
	const now = watched(['newer', noon, 'Delivered']);
	earlier.saidSince = now.saidSince = noon - 2 * hour + 1000;
	now.keepFrom(earlier);
	expect(['gone', 'edge', 'kept', 'newer'].map((key) => now.statusOf(watchedKey([key])))).toEqual([
		undefined,
		'Sent',
		'Sent',
		'Delivered',
	]);
});

it('forgets what is no longer watched only when two polls in a row say so', () => {
	const inMind = (...said: number[]) => {
		const last = said.reduce(
			(earlier, saidSince) => {
				const now = new Watched();
				now.saidSince = saidSince;
				now.keepFrom(earlier);
				return Watched.read(now.text('same'), 'same')!;
			},
			watched(['a', noon, 'Sent']),
		);
		return [last.statusOf(watchedKey(['a'])), last.since];
	};
	const [right, ahead, behind] = [noon - hour, noon + hour, noon - 9 * hour];
	expect(inMind(right, ahead)).toEqual(['Sent', right]);
	expect(inMind(right, ahead, right)).toEqual(['Sent', right]);
	expect(inMind(right, behind, right)).toEqual(['Sent', behind]);
	expect(inMind(right, ahead, right, ahead)).toEqual(['Sent', right]);
	expect(inMind(right, ahead, ahead)).toEqual([undefined, ahead]);
});

it('keys are the same for the same parts only', () => {
	const keys = [
		['1', '254', 0],
		['1', '254', 1],
		['12', '54', 0],
		[1, '254', 0],
		[['1', '254'], 0],
	].map(watchedKey);
	expect(new Set(keys).size).toBe(keys.length);
	expect(keys.map(({ length }) => length)).toEqual(keys.map(() => 10));
	expect(watchedKey(['1', '254', 0])).toBe(keys[0]);
});
