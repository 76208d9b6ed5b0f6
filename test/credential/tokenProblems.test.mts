/** What is said of an exchange that gave no token. */
import { tokenProblem, tokenProblems } from '../../credentials/token/problems.ts';

test.each([
	[404, 'wrongAddress'],
	[405, 'wrongAddress'],
	[410, 'wrongAddress'],
	[400, 'wrongKeys'],
	[403, 'wrongKeys'],
])('a refusal with status %i is told as %s', (status, id) => {
	expect(tokenProblem({ type: 'refused', status }).id).toBe(id);
});

test('a problem that was known before goes on as it is', () => {
	const problem = { id: 'x', what: 'No.', next: 'Mend it.' };
	expect(tokenProblem({ type: 'notReady', problem })).toBe(problem);
});

test('an answer without a token is told by the names of its fields, twenty at most', () => {
	expect(tokenProblems.noToken([]).what).toContain('(no fields at all)');
	const names = Array.from({ length: 21 }, (_, index) => `field${index + 1}`);
	expect(tokenProblems.noToken(names).what).toMatch(/field20\)\.$/);
});
