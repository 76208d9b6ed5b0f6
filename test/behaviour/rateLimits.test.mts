/** A rate limit is the account's: no request leaves before its time is over. */
import { clock, doors, numberOf, send, service, texted } from '../harness/index.mts';

const to = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ to: numberOf(index) }));

test.each(doors)('429 with Retry-After: waited for, then sent once (%s)', async (door) => {
	service.play({ on: 'send', kind: 'rateLimited', retryAfter: '41' });
	const { rows } = await send({}, { door });
	expect(rows).toMatchObject([{ sendOutcome: 'accepted' }]);
	expect(texted()).toEqual(['+254712345678']);
	expect(clock.slept).toContain(41_000);
});

test('a rate limit holds back every row of the account', async () => {
	service.play({ on: 'send', kind: 'rateLimited', retryAfter: '41' });
	const { rows } = await send({ recipients: '={{ $json.to }}' }, { rows: to(30) });
	expect(rows).toHaveLength(30);
	expect(texted().sort()).toEqual(to(30).map(({ to }) => to));
	expect(service.journal.filter(({ at }) => at >= clock.start + 41_000).length).toBeGreaterThan(20);
});
