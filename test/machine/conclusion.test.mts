/** Whether a run of tests may end well: one that tested nothing never, and in CI none that left something out. */
import { conclusionOf, isCi } from '../conclusion.mts';

const noBrowser = 'The browser tests need Chromium. On Debian: apt-get install it';
const byDesign = 'n8n 1.x has no human review of tool calls.';
const anywhere = { lacking: [], ci: false };
const withoutBrowser = { lacking: [noBrowser], ci: false };

describe('a run of tests', () => {
	it.each([
		['whose tests passed', { passed: 31, failed: 0, skipped: [] }, anywhere, 0],
		['in CI, too', { passed: 31, failed: 0, skipped: [] }, { lacking: [], ci: true }, 0],
		['with a failure', { passed: 31, failed: 1, skipped: [] }, anywhere, 1],
		['without a test', { passed: 0, failed: 0, skipped: [] }, anywhere, 1],
		['that skipped all it had', { passed: 0, failed: 0, skipped: [byDesign, ''] }, anywhere, 1],
		[
			'that skipped what this n8n does not have, in CI',
			{ passed: 3, failed: 0, skipped: [byDesign] },
			{ lacking: [noBrowser], ci: true },
			0,
		],
		[
			'that left out what this machine can not do',
			{ passed: 3, failed: 0, skipped: [noBrowser, noBrowser] },
			withoutBrowser,
			0,
		],
		[
			'that left that out in CI',
			{ passed: 3, failed: 0, skipped: [noBrowser] },
			{ lacking: [noBrowser], ci: true },
			1,
		],
		[
			'that needed nothing of what is missing, in CI',
			{ passed: 3, failed: 0, skipped: [] },
			{ lacking: [noBrowser], ci: true },
			0,
		],
		[
			'that had nothing but what this machine can not do',
			{ passed: 0, failed: 0, skipped: [noBrowser, noBrowser] },
			withoutBrowser,
			1,
		],
	] as const)('%s', (_, ended, surroundings, exitCode) => {
		expect(
			conclusionOf(
				{ ...ended, skipped: [...ended.skipped] },
				{ ...surroundings, lacking: [...surroundings.lacking] },
			).exitCode,
		).toBe(exitCode);
	});
});

describe('its last words', () => {
	const said = (passed: number, skipped: string[], { lacking = [noBrowser], ci = false } = {}) =>
		conclusionOf({ passed, failed: 0, skipped }, { lacking, ci }).text.split('\n');

	it('are the counts, on a line of their own', () => {
		expect(said(41, [])).toEqual(['41 passed, 0 failed, 0 skipped']);
		expect(said(41, [byDesign]).at(-1)).toBe('41 passed, 0 failed, 1 skipped');
	});

	it('tell before them what was left out and why, each reason once', () => {
		expect(said(41, [noBrowser, byDesign, noBrowser])).toEqual([
			'LEFT OUT: 2 of 44 tests, because this machine lacks what they need.',
			`  ${noBrowser}`,
			'41 passed, 0 failed, 3 skipped',
		]);
	});

	it('say that this is a failure in CI', () => {
		expect(said(41, [noBrowser], { ci: true })).toContain(
			'In CI nothing may be left out, so this run has failed.',
		);
		expect(said(41, [byDesign], { ci: true })).toEqual(['41 passed, 0 failed, 1 skipped']);
	});

	it('say when nothing was tested', () => {
		expect(said(0, [noBrowser])).toContain('Nothing was tested, so this run has failed.');
		expect(said(0, [])).toEqual([
			'Nothing was tested, so this run has failed.',
			'0 passed, 0 failed, 0 skipped',
		]);
	});
});

it.each([
	[undefined, false],
	['', false],
	['false', false],
	['true', true],
	['1', true],
])('CI=%s', (value, expected) => expect(isCi({ CI: value })).toBe(expected));
