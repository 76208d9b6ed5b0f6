import type { NumberType } from 'libphonenumber-js/max';

import type { Doubt } from '../texts';

// Types of numbers, by the numbering plans of their countries.

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

/** Returns the doubt about numbers of a type. @param type undefined for a number in no known range */
export function doubtOf(type: NumberType): Doubt | undefined {
	return type === undefined ? 'unknownRange' : doubts[type];
}

export function isMobileType(type: NumberType): boolean {
	return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
}
