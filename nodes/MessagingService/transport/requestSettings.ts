import type { IHttpRequestOptions } from 'n8n-workflow';

type Settings = Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;

/**
 * n8n hands `preAuthentication` the credential's data and nothing else, so the token exchange
 * would not know of the node's Proxy and Ignore SSL Issues settings. They ride along on the data
 * object under a symbol, which n8n neither stores nor shows; `Symbol.for` because node and
 * credential are two bundles.
 */
const place: unique symbol = Symbol.for('n8n-nodes-messaging-service.requestSettings');

export const requestSettings = {
	/** A copy of the credential's data that carries the node's settings. */
	on<T extends object>(credentials: T, { proxy, skipSslCertificateValidation }: Settings): T {
		return Object.assign(credentials, { [place]: { proxy, skipSslCertificateValidation } });
	},

	/** The settings that ride on these credentials; none when n8n called for reasons of its own. */
	of(credentials: object): Settings {
		const { proxy, skipSslCertificateValidation } =
			(credentials as { [place]?: Settings })[place] ?? {};
		return {
			...(proxy ? { proxy } : {}),
			...(skipSslCertificateValidation ? { skipSslCertificateValidation } : {}),
		};
	},
};
