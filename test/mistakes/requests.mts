import type { Mistake } from './mistake.mts';

const node = 'nodes/MessagingService';

/** Mistakes in the way of a request: tokens, waits, redirects, secrets, pages. */
export const requestMistakes: Mistake[] = [
	{
		name: 'a token is handed on long after it may have expired: the half minute was taken for seconds',
		file: 'credentials/token/currentToken.ts',
		from: 'Date.now() - lateAnswer);',
		to: 'Date.now() - lateAnswer * 1000);',
		noticedBy: {
			file: 'test/credential/currentToken.test.mts',
			test: 'of an older token, 30001 ms after the exchange',
		},
	},
	{
		name: 'an exchange that failed once is remembered until n8n starts anew',
		file: 'credentials/token/currentToken.ts',
		from: '\t\t\treturn token;\n\t\t})\n\t\t.finally(() => {\n\t\t\texchanges.pending = undefined;\n\t\t});',
		to: '\t\t\texchanges.pending = undefined;\n\t\t\treturn token;\n\t\t});',
		noticedBy: {
			file: 'test/credential/currentToken.test.mts',
			test: 'an exchange that failed is not remembered',
		},
	},
	{
		name: 'each of ten requests has n8n fetch the token, and write it',
		file: `${node}/http/request.ts`,
		from: 'tokenToUse() ? undefined : renewalOf(session.account)',
		to: 'tokenToUse() ? renewalOf(session.account) : undefined',
		noticedBy: {
			file: 'test/run/renewal.test.mts',
			test: 'where it is missing, of two runs as well',
		},
	},
	{
		name: 'those who wait for a token wait for ever when it can not be fetched',
		file: `${node}/http/request.ts`,
		from: '\t\t} finally {\n\t\t\tendRenewal();\n',
		to: '\t\t} finally {\n',
		noticedBy: {
			file: 'test/run/renewal.test.mts',
			test: 'where the fetching fails, the run fails after this one, and another run asks for itself',
		},
	},
	{
		name: 'the second time that a token runs out, each request fetches one for itself',
		file: `${node}/http/renewal.ts`,
		from: 'if (renewals.get(account) === renewal) renewals.delete(account);',
		to: '',
		noticedBy: {
			file: 'test/run/renewal.test.mts',
			test: 'the next time that the account needs a token it is one request again',
		},
	},
	{
		name: 'wrong keys are tried twice, which may lock the account',
		file: 'credentials/token/exchange.ts',
		from: "decide('token', outcome, attempt)",
		to: "decide('read', outcome, attempt)",
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: 'a failure 401: asked so often, and told without the secret',
		},
	},
	{
		name: 'the keys go past the proxy of the node',
		file: 'credentials/token/exchange.ts',
		from: '...(proxy ? { proxy } : {}),',
		to: '...(skipSslCertificateValidation && proxy ? { proxy } : {}),',
		noticedBy: {
			file: 'test/credential/exchange.test.mts',
			test: "with the node's Proxy and Ignore SSL Issues, each where it has it",
		},
	},
	{
		name: 'a redirect is followed, with the token and the message',
		file: `${node}/http/requestForm.ts`,
		from: 'disableFollowRedirect: true',
		to: 'disableFollowRedirect: false',
		noticedBy: { file: 'test/http/redirects.test.mts', test: 'nobody hears of it elsewhere' },
	},
	{
		name: "the credential's test follows a redirect, with the token",
		file: 'credentials/MessagingServiceApi.credentials.ts',
		from: 'disableFollowRedirect: true',
		to: 'disableFollowRedirect: false',
		noticedBy: {
			file: 'test/http/everyRedirect.test.mts',
			test: "302 to the credential's test: nobody hears of it elsewhere",
		},
	},
	{
		name: 'Retry-After is read as milliseconds',
		file: `${node}/http/retryPolicy.ts`,
		from: 'Math.ceil(Number(text) * 1000)',
		to: 'Math.ceil(Number(text))',
		noticedBy: {
			file: 'test/http/retryPolicy.test.mts',
			test: 'Retry-After 7 is 7000 milliseconds',
		},
	},
	{
		name: 'a 429 holds back only the request that met it',
		file: `${node}/http/request.ts`,
		from: 'if (decision.repeat && decision.pauseAll) limiter.pause(decision.wait);',
		to: 'if (decision.repeat && decision.pauseAll) void pause(decision.wait, stop).then(() => limiter.pause(0));',
		noticedBy: {
			file: 'test/http/pauseOfAll.test.mts',
			test: 'neither the other items nor another run leave meanwhile',
		},
	},
	{
		name: 'a reason is cut before its secrets are taken out, and shows the half of one',
		file: `${node}/http/redactedOutcome.ts`,
		from: 'shortened(redaction.text(outcome.said), longestReason)',
		to: 'redaction.text(shortened(outcome.said, longestReason))',
		noticedBy: {
			file: 'test/http/redactedOutcome.test.mts',
			test: 'loses the client ID before it is cut to 300 characters',
		},
	},
	{
		name: 'a token that was rejected is taken from the store again and again',
		file: `${node}/auth/session.ts`,
		from: 'if (!stored || !token || rejected.includes(token)) return false;',
		to: 'if (!stored || !token) return false;',
		noticedBy: {
			file: 'test/auth/session.test.mts',
			test: 'a token that was found in the store is known to every session',
		},
	},
	{
		name: 'two credentials that differ in the secret alone share their tokens',
		file: `${node}/auth/accountKey.ts`,
		from: 'typed(clientSecret),',
		to: 'typed(clientSecret) === undefined,',
		noticedBy: { file: 'test/auth/account.test.mts', test: 'others are others' },
	},
	{
		name: 'the page that is under way is counted twice, so that Limit gets fewer records',
		file: `${node}/query/readPass.ts`,
		from: 'collected.mayTakeMoreThan(asked * size)',
		to: 'collected.mayTakeMoreThan((asked + 1) * size)',
		noticedBy: {
			file: 'test/query/pages.test.mts',
			test: 'a limit of 25 reads no more pages than it needs',
		},
	},
	{
		name: 'the last page is lost where the service tells only how many records there are',
		file: `${node}/query/pageCount.ts`,
		from: 'Math.ceil(this.missing / this.size)',
		to: 'Math.floor(this.missing / this.size)',
		noticedBy: {
			file: 'test/query/cutShort.test.mts',
			test: 'a last page that is always 1',
		},
	},
];
