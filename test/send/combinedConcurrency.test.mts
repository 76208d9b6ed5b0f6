/** How many requests may be under way beside one that is for several items: as few as any of them allows. */
import { accepted, runCore, sends } from '../run/coreRun.mts';

const combined = (number: string, concurrency: number, campaign: string) => {
	const prepared = sends([number], { combineUpTo: 2 }, concurrency);
	if ('order' in prepared && prepared.order.purpose === 'send')
		prepared.order.body = { ...prepared.order.body, campaign };
	return prepared;
};

test.each([
	['first', [1, 7]],
	['last', [7, 1]],
])('Max Concurrent Requests of its %s item is the lowest', async (_which, [one, other]) => {
	const items = ['frost', 'flood', 'storm'].flatMap((campaign, place) => [
		combined(`+4477009${place}1`, one!, campaign),
		combined(`+4477009${place}2`, other!, campaign),
	]);
	const run = await runCore({ items, service: () => accepted() });
	expect([run.left.length, run.error, run.peak]).toEqual([3, undefined, 1]);
});
