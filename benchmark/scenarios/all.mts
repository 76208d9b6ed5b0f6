/** All scenarios of the benchmark, in the order of the page. */
import { combined } from './combined.mts';
import { expiredToken } from './expired-token.mts';
import { growth, type Line } from './growth.mts';
import { loading } from './loading.mts';
import { memory } from './memory.mts';
import { processorTime } from './processor-time.mts';
import { rateLimited } from './rate-limited.mts';
import { returnAll } from './return-all.mts';
import { sends } from './sends.mts';
import type { Bench } from './bench.mts';
import type { Finding } from './finding.mts';

/** Runs every scenario, one after the other. */
export async function allScenarios(bench: Bench): Promise<{ findings: Finding[]; lines: Line[] }> {
	const findings: Finding[] = [];
	const add = async (title: string, scenario: (bench: Bench) => Promise<Finding>) => {
		bench.say(title);
		findings.push(await scenario(bench));
	};
	await add('1,000 sends', sends);
	await add('1,000 sends, rate limited', rateLimited);
	await add('1,000 sends, expired token', expiredToken);
	bench.say('10,000 items combined');
	const { finding, runs } = await combined(bench);
	findings.push(finding);
	await add('Return All, 10,000 messages', returnAll);
	await add('Return All, memory', memory);
	await add('processor time', processorTime);
	await add('loading', loading);
	bench.say('growth');
	return { findings, lines: await growth(bench, runs) };
}
