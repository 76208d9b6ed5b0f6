import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mistakes } from './index.mts';
import { withMistake } from './during.mts';

const root = join(import.meta.dirname, '../..');

describe('the list of mistakes (npm run test:mistakes makes them)', () => {
	it('no two have the same name', () => {
		const names = mistakes.map(({ name }) => name);
		expect(names).toEqual([...new Set(names)]);
		expect(names.length).toBeGreaterThan(0);
	});

	it.each(mistakes)('$name: it can still be made, and its test file is there', (mistake) => {
		const text = readFileSync(join(root, mistake.file), 'utf8');
		expect(withMistake(text, mistake)).not.toBe(text);
		expect(existsSync(join(root, mistake.noticedBy.file))).toBe(true);
	});
});
