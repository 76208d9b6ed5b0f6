import type { Mistake } from './mistake.mts';

const node = 'nodes/MessagingService';

/** Mistakes in pages and their order, in caps, in what a run keeps of its sends, and in who waits for whom. */
export const behaviourMistakes: Mistake[] = [
	{
		name: 'Return All begins at the first page, whatever Page says',
		file: `${node}/operations/query.ts`,
		from: 'pages: { first, perPage, limit }',
		to: 'pages: { first: limit === undefined ? 1 : first, perPage, limit }',
		noticedBy: { file: 'test/query/laterPage.test.mts', test: 'reads from Page to the last page' },
	},
	{
		name: 'Return All from a later Page takes the records before it for missing, and reads its pages again',
		file: `${node}/query/pages.ts`,
		from: 'collected.endPass((first - 1) * read.size)',
		to: 'collected.endPass(0)',
		noticedBy: {
			file: 'test/query/laterPage.test.mts',
			test: 'a row that comes while the pages are read',
		},
	},
	{
		name: 'records come out in the order in which the pages answered',
		file: `${node}/query/pageQueue.ts`,
		from: 'const answer = await (this.asked[0] as Asked<Answer>).answer;\n\t\tthis.asked.shift();',
		to: 'const [answer, place] = await Promise.race(this.asked.map(async (page, index) => [await page.answer, index] as const));\n\t\tthis.asked.splice(place, 1);',
		noticedBy: {
			file: 'test/query/answersOutOfOrder.test.mts',
			test: 'where they answer in the order',
		},
	},
	{
		name: 'a page that answers late holds up the requests for all pages after it',
		file: `${node}/query/pageQueue.ts`,
		from: 'if (!this.asked[0]?.isAnswered) this.fill();',
		to: '',
		noticedBy: {
			file: 'test/query/readAhead.test.mts',
			test: 'three times as many pages as at once are asked for',
		},
	},
	{
		name: 'items come out in the order in which they were answered',
		file: `${node}/run/outputs.ts`,
		from: 'for (let index = 0; index < total; index++) {\n\t\tconst result = results.get(index);',
		to: 'for (const index of [...results.keys()].slice(0, total)) {\n\t\tconst result = results.get(index);',
		noticedBy: { file: 'test/run/outputOrder.test.mts', test: 'the item that is answered last' },
	},
	{
		name: "of several caps the first item's counts, so that more is sent than a later one allows",
		file: `${node}/run/caps.ts`,
		from: '(least, order) => (of(order) > 0 ? Math.min(least, of(order)) : least),',
		to: '(least, order) => (least === Infinity && of(order) > 0 ? of(order) : least),',
		noticedBy: { file: 'test/run/lowestCap.test.mts', test: 'the lowest, here of item' },
	},
	{
		name: 'an item without a cap lifts the cap of the others',
		file: `${node}/run/caps.ts`,
		from: 'const cap = orders.reduce(\n\t\t\t(least, order) => (of(order) > 0 ? Math.min(least, of(order)) : least),\n\t\t\tInfinity,\n\t\t);',
		to: 'const cap = orders.reduce((least, order) => Math.min(least, of(order)), Infinity) || Infinity;',
		noticedBy: { file: 'test/run/lowestCap.test.mts', test: 'the only one, here of item' },
	},
	{
		name: "a combined request goes by its first item's Max Concurrent Requests",
		file: `${node}/send/sendAll.ts`,
		from: 'const concurrency = items.reduce((least, item) => Math.min(least, item.concurrency), Infinity);',
		to: 'const { concurrency } = items[0]!;',
		noticedBy: {
			file: 'test/send/combinedConcurrency.test.mts',
			test: 'Max Concurrent Requests of its last item',
		},
	},
	{
		name: 'a list in the editor waits as long as a run does',
		file: `${node}/lists/listRequest.ts`,
		from: 'const timeout = 20_000;',
		to: 'const timeout = 300_000;',
		noticedBy: {
			file: 'test/lists/listTimeout.test.mts',
			test: 'of senders: asked for four times',
		},
	},
	{
		name: 'a list in the editor whose answer drips is waited for without end',
		file: `${node}/http/attempt.ts`,
		from: 'limited: (signal) => limit.begin(signal),',
		to: 'limited: (signal) => signal,',
		noticedBy: {
			file: 'test/lists/listTimeout.test.mts',
			test: 'of statuses: asked for four times',
		},
	},
	{
		name: 'a token answer that drips is waited for without end',
		file: 'credentials/token/exchange.ts',
		from: '{ ...request, abortSignal: limit.begin() }',
		to: 'request',
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: 'of a time that is over is told as no answer, and each attempt has a time of its own',
		},
	},
	{
		name: 'an exchange that took too long counts as a stopped execution, and is not made again',
		file: 'credentials/token/exchange.ts',
		from: 'return limit.outcomeOf(outcomeOfError(error));',
		to: 'return outcomeOfError(error);',
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: 'of a time that is over is told as no answer, and each attempt has a time of its own',
		},
	},
	{
		name: 'a late 401 is put down to the newest token, and costs a second exchange',
		file: `${node}/http/request.ts`,
		from: 'rejected.tokens.push(answer.token);',
		to: 'rejected.tokens.push(session.token);',
		noticedBy: {
			file: 'test/http/lateRejection.test.mts',
			test: 'its message goes once more with that token',
		},
	},
	{
		name: 'a late 401 uses up the one renewal of its request',
		file: `${node}/http/request.ts`,
		from: '(!tokens.includes(session.token) || (await session.adoptStoredToken(requester, tokens)))',
		to: '(await session.adoptStoredToken(requester, tokens))',
		noticedBy: {
			file: 'test/http/lateRejection.test.mts',
			test: 'it does not count as the renewal of its request',
		},
	},
	{
		name: 'a late 401 that n8n itself hands over costs a second exchange: half a minute was written as 30',
		file: 'credentials/token/currentToken.ts',
		from: 'const lateAnswer = 30_000;',
		to: 'const lateAnswer = 30;',
		noticedBy: {
			file: 'test/credential/currentToken.test.mts',
			test: 'of an older token, 29999 ms after the exchange',
		},
	},
	{
		name: 'the credential test passes although the service refuses it in a 200 body with 422',
		file: 'credentials/MessagingServiceApi.credentials.ts',
		from: "\t\t\t\t\tinBody('responsecode', code, message),",
		to: "...(sentenceOfCode[code] ? [inBody('responsecode', code, message)] : []),",
		noticedBy: {
			file: 'test/credential/credentialTest.test.mts',
			test: 'tells a status listing that answers 422 as responsecode',
		},
	},
	{
		name: 'the credential test passes on a web page that answers the status listing with 200',
		file: 'credentials/MessagingServiceApi.credentials.ts',
		from: '[undefined, null]',
		to: '[null]',
		noticedBy: {
			file: 'test/credential/credentialTest.test.mts',
			test: 'judges a status listing that answers 200 with "<html>Welcome</html>"',
		},
	},
	{
		name: 'senders of unknown status stand behind those that can send',
		file: `${node}/lists/searchSenders.ts`,
		from: '(status === undefined || canSend(status) ? 0 : 1)',
		to: '(canSend(status) ? 0 : 1)',
		noticedBy: {
			file: 'test/lists/senderOrder.test.mts',
			test: 'senders whose status nobody knows stand among those that can send',
		},
	},
	{
		name: "a sender whose status came in words is said to be one that can't send",
		file: `${node}/lists/searchSenders.ts`,
		from: 'const cannot = status !== undefined && !canSend(status)',
		to: 'const cannot = !canSend(status)',
		noticedBy: {
			file: 'test/lists/senderOrder.test.mts',
			test: 'a status in words is shown as it is',
		},
	},
	{
		name: 'of a combined request that was accepted only the first item keeps its receipt for the next try',
		file: `${node}/send/sendAll.ts`,
		from: 'ledger.accepted(index, order, receipt, items);',
		to: 'if (index === items[0]!.index) ledger.accepted(index, order, receipt, items);',
		noticedBy: {
			file: 'test/run/combinedRetries.test.mts',
			test: 'accepted, the next one sends only the others',
		},
	},
	{
		name: 'of a combined request that was accepted the first item has no receipt',
		file: `${node}/send/sendAll.ts`,
		from: 'for (const { index, order } of items) {\n\t\t\tconst receipt = receiptOf(data, order);',
		to: 'for (const { index, order } of items.length > 1 ? items.slice(1) : items) {\n\t\t\tconst receipt = receiptOf(data, order);',
		noticedBy: {
			file: 'test/run/combinedRetries.test.mts',
			test: 'accepted, the next one sends only the others',
		},
	},
	{
		name: 'of a combined request whose outcome is unknown all but the first item are sent again by the next try',
		file: `${node}/send/ledger.ts`,
		from: 'for (const { index, order } of items) this.entries.set(index, { order, unknown });',
		to: 'for (const { index, order } of items.slice(0, 1)) this.entries.set(index, { order, unknown });',
		noticedBy: {
			file: 'test/run/combinedRetries.test.mts',
			test: 'unknown, the next one sends only the others',
		},
	},
	{
		name: 'of a combined request that was refused only the first item is sent again by the next try',
		file: `${node}/send/ledger.ts`,
		from: 'for (const { index } of items) this.entries.delete(index);',
		to: 'this.entries.delete(items[0]!.index);',
		noticedBy: {
			file: 'test/run/combinedRetries.test.mts',
			test: 'refused, the next one sends all of them',
		},
	},
	{
		name: 'what a stopped run had waiting stays in the limiter, and holds up other runs',
		file: `${node}/run/run.ts`,
		from: 'limiter.dismiss(run)',
		to: 'limiter.dismiss(sender)',
		noticedBy: { file: 'test/http/stoppedWaiting.test.mts', test: 'other runs go on' },
	},
	{
		name: 'of a stopped run only the next request is let go',
		file: `${node}/http/limiter.ts`,
		from: 'const waiting = this.queues.get(run)?.waiting ?? [];',
		to: 'const waiting = this.queues.get(run)?.waiting.slice(0, 1) ?? [];',
		noticedBy: {
			file: 'test/http/stoppedWaiting.test.mts',
			test: 'its requests come through a pause in which no other does',
		},
	},
	{
		name: 'a run that had to wait once goes before all others from then on',
		file: `${node}/http/limiter.ts`,
		from: '\t\t\tqueue.overtaken = 0;\n\t\t\tthis.overdue.delete(run);\n',
		to: '',
		noticedBy: {
			file: 'test/http/limiterOvertaking.test.mts',
			test: 'its next request waits for ten others again',
		},
	},
	{
		name: 'after a pause only a part of those who have room goes in',
		file: `${node}/http/limiter.ts`,
		from: '\t\t\tpassed = 0;\n',
		to: '',
		noticedBy: {
			file: 'test/http/limiterOvertaking.test.mts',
			test: 'all who have room go in at once',
		},
	},
	{
		name: 'a request with a low limit is overtaken by as many as there are when a pause is over',
		file: `${node}/http/limiter.ts`,
		from: '(this.overdue.size > 0 ? this.overdue : this.queues).entries()',
		to: 'this.queues.entries()',
		noticedBy: {
			file: 'test/http/limiterOvertaking.test.mts',
			test: 'no more of them go before one with a lower limit',
		},
	},
	{
		name: 'a run whose items differ is overtaken by itself, and so goes before others too early',
		file: `${node}/http/limiter.ts`,
		from: 'if (other === queue || !first || this.underWay <= first.concurrency) continue;',
		to: 'if (queue.waiting.length === 0 || !first || this.underWay <= first.concurrency) continue;',
		noticedBy: {
			file: 'test/http/limiterOvertaking.test.mts',
			test: 'a run is not overtaken by its own requests',
		},
	},
];
