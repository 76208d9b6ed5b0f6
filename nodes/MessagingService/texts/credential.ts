import { problem } from './problem';
import { quotedValue, shortened, withoutStop } from '../wording';

/** About the credential, and a token that could not be got. */
export const ofCredential = {
	noBaseUrl: () => problem`
		Base URL is empty in the credential.
		Fill in the service's address, e.g. https://messaging.example.com/api.`,
	malformedBaseUrl: () => problem`
		Base URL in the credential isn't a web address.
		Enter the service's address, e.g. https://messaging.example.com/api.`,
	baseUrlWithOtherScheme: (scheme: string) => problem`
		Base URL in the credential begins with ${quotedValue(`${scheme}://`)}, which isn't a web address.
		Begin it with https://.`,
	baseUrlWithLogin: () => problem`
		Base URL in the credential contains a user name or password before an @ sign.
		Remove that part. Client ID and Client Secret have fields of their own.`,
	baseUrlWithQuery: () => problem`
		Base URL in the credential contains ? or #.
		Remove that character and what follows it.`,
	insecureBaseUrl: (host: string) => problem`
		Base URL in the credential uses http://, so the client secret would be sent to ${quotedValue(host)} unencrypted.
		Use https://, or switch on Allow Insecure HTTP in the credential for a service on your own network.`,
	credentialField: (field: string) => problem`
		${field} is empty in the credential.
		Copy it from your API keys.`,
	noToken: (fields: string[]) => problem`
		The service's answer has no access token this node can use (${fields.length > 0 ? `fields received: ${fields.join(', ')}` : 'no fields at all'}).
		Check Base URL in the credential. If it is right, send this text to the maintainers of this node.`,
	wrongKeys: () => problem`
		The service refused Client ID and Client Secret.
		Copy both again from your API keys, then save the credential.`,
	wrongAddress: () => problem`
		Base URL in the credential leads to something other than the messaging service.
		Check Base URL. It must be the service's address followed by /api.`,
	tokenBusy: () => problem`
		The service issued no access token, because it is receiving too many requests.
		Wait a minute, then try again.`,
	tokenFailing: () => problem`
		The service failed to issue an access token.
		Try again later. If it fails again, check scheme and port of Base URL in the credential, and contact the service.`,
	credentialUnusable: (reason: string) => problem`
		The credential can't be used: ${shortened(withoutStop(reason), 300) || 'no reason was given'}.
		Choose another credential in this node, or test this one.`,
};

/** What n8n's test of the credential shows where the service gave a token. */
export const credentialTestSentences = {
	tokenRefused:
		'The service issued a token for this client ID and secret, but refuses to list its statuses with it. Ask the service what these API keys may do.',
	noList:
		"Base URL leads to something that has no list of statuses. Check Base URL. It must be the service's address followed by /api.",
	busy: 'The service is receiving too many requests. Wait a minute, then test again.',
	failing:
		'The service issued a token, but failed to list its statuses. Test again later. If it fails again, contact the service.',
};
