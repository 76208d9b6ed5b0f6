/**
 * `npm run test:days`: runs the tests on four days in three time zones. TEST_DAY is the time at which each test begins,
 * TZ the machine's zone (`test/harness`). Both can also be set for a single run of jest.
 */
import { spawnSync } from 'node:child_process';

/** The end of a leap day, the hours before the clocks go forward and back in New York, and the turn of a year. */
const days = [
	'2028-02-29T23:58:00Z',
	'2027-03-14T06:30:00Z',
	'2026-11-01T05:30:00Z',
	'2026-12-31T23:59:30Z',
];
const zones = ['UTC', 'America/New_York', 'Asia/Kathmandu'];

const red: string[] = [];
for (const TEST_DAY of days)
	for (const TZ of zones) {
		console.log(`\n── ${TEST_DAY} in ${TZ}`);
		const env = { ...process.env, TEST_DAY, TZ };
		const { status } = spawnSync('jest', process.argv.slice(2), { stdio: 'inherit', env });
		if (status !== 0) red.push(`${TEST_DAY} in ${TZ}`);
	}
console.log(red.length === 0 ? '\nAll are green.' : `\nRed: ${red.join(', ')}.`);
process.exitCode = red.length === 0 ? 0 : 1;
