import type { Session } from './session';

/**
 * The domains that n8n's setting *Allowed HTTP Request Domains* of the credential leaves its
 * requests, for n8n's request helper to hold; undefined for all.
 *
 * As n8n's routing engine has it since 2.38 (n8n-workflow's credential-domain-restrictions.ts): the
 * service's own address is always among them, and *None* shuts out other nodes, not this one. Not
 * n8n's own function, because its parameters changed three times.
 */
export function allowedDomainsOf({
	fields,
	baseURL,
}: Pick<Session, 'fields' | 'baseURL'>): string | undefined {
	if (fields.allowedHttpRequestDomains !== 'domains') return undefined;
	const [, host] = /^https?:\/\/(\[[^\]]+\]|[^:/]+)/.exec(baseURL) ?? [];
	return [host, String(fields.allowedDomains ?? '').trim()].filter(Boolean).join(', ') || undefined;
}
