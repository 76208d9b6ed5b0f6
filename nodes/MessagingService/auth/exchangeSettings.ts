import type { IHttpRequestOptions } from 'n8n-workflow';

/** The tokens that one request was rejected with. */
export interface Rejections {
	tokens: string[];
	/** When the request left that was rejected last, in milliseconds: any token from before it is in doubt. */
	since: number;
}

/** What the node knows and the credential needs. */
interface Settings extends Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'> {
	rejected?: Rejections;
	/**
	 * Called when the request itself leaves, with the signal that n8n gave it; returns the one that ends
	 * it when its time is over, too. Not in the request's own options: there n8n puts its signal in place
	 * of any other (n8n-core's httpRequestWithAuthentication).
	 */
	limited?(signal: IHttpRequestOptions['abortSignal']): IHttpRequestOptions['abortSignal'];
}

/**
 * n8n hands `preAuthentication` the credential's data and nothing else, so the token exchange
 * would know neither the node's Proxy and Ignore SSL Issues settings nor which tokens were rejected.
 * They ride along on the data object under a symbol, which n8n neither stores nor shows;
 * `Symbol.for` because node and credential are two bundles.
 */
const place: unique symbol = Symbol.for('n8n-nodes-messaging-service.exchangeSettings');

export const exchangeSettings = {
	/** Puts the settings onto the credential's data, and gives it back. */
	on<T extends object>(credentials: T, settings: Settings): T {
		return Object.assign(credentials, { [place]: settings });
	},

	/** The settings that ride on these credentials; none when n8n called for reasons of its own. */
	of(credentials: object): Settings {
		return (credentials as { [place]?: Settings })[place] ?? {};
	},
};
