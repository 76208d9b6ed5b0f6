import * as field from './field';
import { defaultCountry } from './message';
import { fields } from './send';
import { pageLanguages, pageWords } from '../texts';
import { readLanguage, readWords } from '../values/fieldValues';

const afterInterval = { show: { limitType: ['afterTimeInterval'] } };

// Names, values and defaults of the wait match n8n's own nodes with this operation (nodes-base, utils/sendAndWait).
export const limit = {
	limitType: field.choices('Limit Type', 'limitType', {
		choices: {
			afterTimeInterval: ['After Time Interval'],
			atSpecifiedTime: ['At Specified Time'],
		},
		default: 'afterTimeInterval',
	}),
	resumeAmount: field.anyField('Amount', 'resumeAmount', {
		type: 'number',
		default: 1,
		typeOptions: { minValue: 0, numberPrecision: 2 },
		displayOptions: afterInterval,
	}),
	resumeUnit: field.anyField('Unit', 'resumeUnit', {
		type: 'options',
		default: 'hours',
		options: ['Minutes', 'Hours', 'Days'].map((name) => ({ name, value: name.toLowerCase() })),
		displayOptions: afterInterval,
	}),
	maxDateAndTime: field.timeToCome('Max Date and Time', 'maxDateAndTime', {
		displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
	}),
};

export const limitWaitTime = field.group('Limit Wait Time', 'options.limitWaitTime', limit, {
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description:
		"How long to wait. After that, the workflow goes on with this node's input, without an answer.",
});

const whereAnswered = (responseType: 'approval' | 'freeText') => ({
	show: { '/responseType': [responseType] },
});

export const responseType = field.choices('Response Type', 'responseType', {
	choices: {
		approval: ['Approval', 'They press a button'],
		freeText: ['Free Text', 'They write up to 2,000 characters'],
	},
	default: 'approval',
	description: 'What the page that the link opens asks for',
});

/** Declares a text of the page; empty where nobody has written it, or left it as it is preset in English. */
function words(label: string, path: string, shown: field.Shown<string>) {
	const read = (value: unknown) => readWords(value === shown.default ? '' : value, label);
	return field.custom(label, path, { ...shown, read, otherwise: '' });
}

const english = pageWords('en');

export const buttons = {
	approvalType: field.choices('Type of Approval', 'approvalType', {
		choices: {
			single: ['Approve Only'],
			double: ['Approve and Decline'],
		},
		default: 'double',
	}),
	approveLabel: words('Approve Button Label', 'approveLabel', { default: english.approve }),
	disapproveLabel: words('Decline Button Label', 'disapproveLabel', {
		default: english.decline,
		displayOptions: { show: { approvalType: ['double'] } },
	}),
};

export const approvalOptions = field.group('Approval Options', 'approvalOptions', buttons, {
	placeholder: 'Add option',
	description: 'The buttons on the page that the link opens',
	displayOptions: whereAnswered('approval'),
});

const ofPhone = { name: "The Phone's", value: '' };
const languages = pageLanguages
	.map(({ language, tag }) => ({ name: language, value: tag }))
	.sort((one, other) => (one.name < other.name ? -1 : 1));

export const ofPage = {
	asker: words('Asked By', 'asker', {
		placeholder: 'e.g. Kilimani Clinic',
		description: 'The name of who asks, which stands below the question',
	}),
	language: field.custom('Language', 'language', {
		type: 'options',
		options: [ofPhone, ...languages],
		description:
			"The language of the page's own words. By default it is the phone's, or English where the page has no words for it. An expression may give the tag of any other language; then add the texts that are missing.",
		read: readLanguage,
		mayBeEmpty: true,
		otherwise: '',
	}),
	title: words('Title', 'title', {
		placeholder: 'e.g. Tafadhali jibu',
		description: 'The heading above the message',
	}),
	buttonLabel: words('Button Label', 'buttonLabel', {
		placeholder: 'e.g. Tuma',
		description: 'The text on the button that sends the answer',
		displayOptions: whereAnswered('freeText'),
	}),
	thanks: words('Thanks', 'thanks', {
		placeholder: 'e.g. Asante',
		description: 'The heading once the answer is recorded',
	}),
};

export const page = field.group('Page', 'options.page', ofPage, {
	default: { values: {} },
	description: 'Who asks, the language of the page, and words of your own',
});

export const maxSegments = field.cap('Max Segments', 'options.maxSegments', {
	default: 3,
	otherwise: 3,
	typeOptions: { minValue: 1 },
	description:
		"The most segments of the text, including its link. A longer message is cut in the text, not on the page. 3 if you don't add this option.",
});

export const recipient = field.reworded(fields.recipients, {
	displayName: 'Recipient',
	placeholder: 'e.g. +254712345678',
	description: 'The phone number of the person to ask. Whoever has the link can answer.',
	displayOptions: undefined,
});

/** The form of Send and Wait for Response. n8n knows some of its fields by name, to review the tools of agents. */
export const sendAndWaitFields = field.formOf({
	senderId: field.reworded(fields.senderId, {
		description: 'The approved name or number that the message is sent from',
	}),
	recipient,
	message: field.reworded(fields.message, {
		placeholder: 'e.g. Order 4711 costs 1,200 euros. Shall I place it?',
		description:
			'The question. A link to a page for the answer follows it. A long message is cut in the text, but the page shows all of it, up to 39,015 characters.',
	}),
	campaign: field.reworded(fields.campaign, {
		description: 'A name of up to 255 characters, to find these messages by later',
	}),
	priority: fields.priority,
	responseType,
	approvalOptions,
	answerNotice: field.notice(
		'answerNotice',
		'The workflow goes on after any answer, and after a time-out. Put an If node behind this node: {{ $json.data.approved }} is true after a yes, false after a no, and after a time-out there is no {{ $json.data }}.',
		whereAnswered('approval'),
	),
	textNotice: field.notice(
		'textNotice',
		'The workflow goes on after an answer, and after a time-out. Put an If node behind this node: {{ $json.data.text }} is the answer, and after a time-out there is no {{ $json.data }}.',
		whereAnswered('freeText'),
	),
	options: field.collection('Options', 'options', 'Add option', {
		defaultCountry,
		limitWaitTime,
		maxSegments,
		page,
	}),
});
