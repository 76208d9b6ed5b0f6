import type { Readings } from './readings.mts';

/** The text of a message as the service's list shows it: the reading says what the service made of what was sent. */
export function storedText(sent: string, kept: Readings['storedText']): string {
	switch (kept) {
		case 'asSent':
			return sent;
		case 'trimmed':
			return sent.trim();
		case 'unixLines':
			return sent.replace(/\r\n?/g, '\n');
		case 'crlf':
			return sent.replace(/\r\n?|\n/g, '\r\n');
		case 'oneBlank':
			return sent.replace(/\s+/g, ' ');
		case 'composed':
			return sent.normalize('NFC');
	}
}

/** The same of its campaign. */
export function storedCampaign(sent: string, kept: Readings['storedCampaign']): string {
	if (kept === 'asSent') return sent;
	return kept === 'lowerCase' ? sent.toLowerCase() : sent.toUpperCase();
}
