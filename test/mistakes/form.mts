import type { Mistake } from './mistake.mts';

const sendFields = 'nodes/MessagingService/operations/sendFields.ts';

/** Mistakes in what the editor shows: fields, defaults, labels, options. */
export const formMistakes: Mistake[] = [
	{
		name: 'Send To begins with the contact group',
		file: sendFields,
		from: "default: 'phoneNumbers',",
		to: "default: 'contactGroup',",
		noticedBy: { file: 'test/interface/defaults.test.mts', test: 'begins with these values' },
	},
];
