import type { NumberType } from 'libphonenumber-js/max';

import type { Doubt } from '../texts';

// What a number is for, by the numbering plan of its country.

const doubts: Partial<Record<NonNullable<NumberType>, Doubt>> = {
	FIXED_LINE: 'landline',
	PREMIUM_RATE: 'premium',
	PERSONAL_NUMBER: 'personal',
	TOLL_FREE: 'service',
	SHARED_COST: 'service',
	UAN: 'service',
	PAGER: 'service',
	VOICEMAIL: 'service',
};

/** Returns what may keep texts from numbers of this type; undefined is that of no known range. */
export function doubtOf(type: NumberType): Doubt | undefined {
	return type === undefined ? 'unknownRange' : doubts[type];
}

export function isMobileType(type: NumberType): boolean {
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}
