/**
 * Refusals in the formats of common frameworks, for a request to +254711001001, +254711001002 and +254711001003: the
 * text that the user is told, and the numbers that it is about.
 */
import type { Recipient } from '../../nodes/MessagingService/recipients/row.ts';
import { Refusal, type Refused } from '../../nodes/MessagingService/send/refusal.ts';
import { outcomeOfAnswer } from '../../nodes/MessagingService/service/outcome.ts';

const numbers = [1, 2, 3].map((last) => `+25471100100${last}`);
const recipients = numbers.map((number) => ({ number })) as Recipient[];

const envelope = (data: unknown) => ({
	responsecode: 422,
	data,
	responsemessage: 'The given data was invalid.',
});
const third = '+254711001003';

const cases: Array<[framework: string, body: unknown, told: string, named?: number[]]> = [
	[
		'Laravel 8',
		{
			message: 'The given data was invalid.',
			errors: { 'recipients.2': ['The recipients.2 format is invalid.'] },
		},
		`The given data was invalid. The ${third} format is invalid.`,
		[2],
	],
	[
		'Laravel 10 to 12, one error',
		{
			message: 'The recipients.2 field format is invalid.',
			errors: { 'recipients.2': ['The recipients.2 field format is invalid.'] },
		},
		`The ${third} field format is invalid.`,
		[2],
	],
	[
		'Laravel 10 to 12, several',
		{
			message: 'The selected sender id is invalid. (and 2 more errors)',
			errors: {
				sender_id: ['The selected sender id is invalid.'],
				'recipients.0': ['The recipients.0 field format is invalid.'],
				'recipients.2': ['The recipients.2 field format is invalid.'],
			},
		},
		`The +254711001001 field format is invalid. The ${third} field format is invalid. Sender ID: The selected sender id is invalid.`,
		[0, 2],
	],
	[
		"Laravel's errors in the envelope",
		envelope({ sender_id: ['The selected sender id is invalid.'] }),
		'The given data was invalid. Sender ID: The selected sender id is invalid.',
	],
	[
		'the same as single texts',
		envelope({ campaign: 'The campaign is too long.', 'recipients.2': 'The number is not valid.' }),
		`The given data was invalid. Campaign: The campaign is too long. ${third}: The number is not valid.`,
		[2],
	],
	[
		'under errors in the envelope',
		envelope({ errors: { schedule: ['The schedule must be a date after now.'] } }),
		'The given data was invalid. Schedule: The schedule must be a date after now.',
	],
	[
		'Symfony',
		{
			type: 'https://symfony.com/errors/validation',
			title: 'Validation Failed',
			detail: 'recipients[2]: This value is not a valid number.',
			violations: [
				{
					propertyPath: 'recipients[2]',
					title: 'This value is not a valid number.',
					template: 'This value is not a valid number.',
					parameters: {},
				},
			],
		},
		`Validation Failed. ${third}: This value is not a valid number.`,
		[2],
	],
	[
		'API Platform',
		{
			'@type': 'ConstraintViolation',
			'hydra:title': 'An error occurred',
			violations: [{ propertyPath: 'campaign', message: 'This value is too long.' }],
		},
		'Campaign: This value is too long.',
	],
	[
		'Django REST framework',
		{
			recipients: { '2': ['Enter a valid phone number.'] },
			campaign: ['This field may not be blank.'],
		},
		`${third}: Enter a valid phone number. Campaign: This field may not be blank.`,
		[2],
	],
	[
		'Django REST framework, of no field',
		{ non_field_errors: ['Either recipients or a contact list is needed.'] },
		'Either recipients or a contact list is needed.',
	],
	['Django REST framework, of all', { detail: 'Malformed request.' }, 'Malformed request.'],
	[
		'FastAPI',
		{
			detail: [
				{
					type: 'value_error',
					loc: ['body', 'recipients', 2],
					msg: 'value is not a valid phone number',
					input: third,
				},
			],
		},
		`${third}: value is not a valid phone number`,
		[2],
	],
	[
		'FastAPI, of a query',
		{ detail: [{ loc: ['query', 'per_page'], msg: 'Input should be less than or equal to 50' }] },
		'Per Page: Input should be less than or equal to 50',
	],
	[
		'Rails, by field',
		{ errors: { campaign: ["can't be blank"], sender_id: ['is not approved'] } },
		"Campaign: can't be blank. Sender ID: is not approved",
	],
	['Rails, full messages', { errors: ["Campaign can't be blank"] }, "Campaign can't be blank"],
	[
		'Rails, the model alone',
		{ campaign: ["can't be blank"], recipients: ['are too many'] },
		"Campaign: can't be blank. Recipients: are too many",
	],
	[
		'JSON:API',
		{
			errors: [
				{
					status: '422',
					source: { pointer: '/data/attributes/campaign' },
					title: 'Invalid attribute',
					detail: 'Campaign is too long.',
				},
			],
		},
		'Campaign: Invalid attribute. Campaign: Campaign is too long.',
	],
	[
		'Spring, with binding errors',
		{
			status: 400,
			error: 'Bad Request',
			message: 'Validation failed for object',
			errors: [
				{ field: 'recipients[2]', defaultMessage: 'must be a phone number', code: 'Pattern' },
			],
			path: '/api/sms/messages',
		},
		`Validation failed for object. Bad Request. ${third}: must be a phone number`,
		[2],
	],
	[
		'Spring, problem details',
		{ type: 'about:blank', title: 'Bad Request', status: 400, detail: 'Invalid request content.' },
		'Bad Request. Invalid request content.',
	],
	[
		'ASP.NET problem+json',
		{
			type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
			title: 'One or more validation errors occurred.',
			status: 400,
			errors: {
				'Recipients[2]': ['The phone number is not valid.'],
				'$.SenderId': ['The JSON value could not be converted.'],
			},
			traceId: '00-1-2-00',
		},
		`One or more validation errors occurred. ${third}: The phone number is not valid. Sender ID: The JSON value could not be converted.`,
		[2],
	],
	[
		'express-validator 7',
		{
			errors: [
				{
					type: 'field',
					value: 'x',
					msg: 'Invalid value',
					path: 'recipients[2]',
					location: 'body',
				},
			],
		},
		`${third}: Invalid value`,
		[2],
	],
	[
		'express-validator 6',
		{ errors: [{ value: 'x', msg: 'Invalid value', param: 'recipients[2]', location: 'body' }] },
		`${third}: Invalid value`,
		[2],
	],
	[
		'NestJS, class-validator',
		{
			statusCode: 422,
			message: ['sender_id must be a number', 'each value in recipients must be a phone number'],
			error: 'Unprocessable Entity',
		},
		'Sender ID must be a number. each value in recipients must be a phone number. Unprocessable Entity',
	],
	[
		'Joi',
		{
			statusCode: 400,
			error: 'Bad Request',
			message: '"recipients[2]" fails to match the required pattern',
		},
		`"${third}" fails to match the required pattern. Bad Request`,
		[2],
	],
	[
		'Zod',
		{
			name: 'ZodError',
			issues: [{ code: 'invalid_string', path: ['recipients', 2], message: 'Invalid number' }],
		},
		`${third}: Invalid number`,
		[2],
	],
	[
		'Ajv',
		[{ instancePath: '/recipients/2', keyword: 'pattern', message: 'must match pattern' }],
		`${third}: must match pattern`,
		[2],
	],
	[
		'RFC 9457',
		{
			title: "Your request isn't valid.",
			errors: [{ detail: 'must be a phone number', pointer: '#/recipients/2' }],
		},
		`Your request isn't valid. ${third}: must be a phone number`,
		[2],
	],
	[
		'by number',
		{ error: { code: 21211, message: `The 'To' number ${third} is not a valid phone number.` } },
		`The 'To' number ${third} is not a valid phone number.`,
		[2],
	],
	[
		'by number without its plus',
		{ message: '254711001002 opted out' },
		'254711001002 opted out',
		[1],
	],
	['by number with 00', { message: '00254711001002 opted out' }, '00254711001002 opted out', [1]],
	[
		'by number, a longer one beside it',
		{ message: 'Case 123456789012345678: 254711001002 opted out' },
		'Case 123456789012345678: 254711001002 opted out',
		[1],
	],
	['by a place in brackets', { message: 'recipients[2] is odd' }, `${third} is odd`, [2]],
	['by a place behind a slash', { message: 'recipients/2 is odd' }, `${third} is odd`, [2]],
	['by a place, in capitals', { message: 'Recipients.2 is odd' }, `${third} is odd`, [2]],
	[
		'by the second place that it has',
		{ message: 'recipients.9, recipients.1' },
		`recipients.9, ${numbers[1]}`,
		[1],
	],
	['a place of another list', { message: 'myrecipients.2 is odd' }, 'myrecipients.2 is odd'],
	['a place without its separator', { message: 'recipients 2 is odd' }, 'recipients 2 is odd'],
	['a place that the request has not', { message: 'recipients.7 is odd' }, 'recipients.7 is odd'],
	[
		'values that come back',
		envelope({ campaign: 'reminders', recipients: numbers }),
		'The given data was invalid.',
	],
];

test.each(cases)('%s', (_framework, body, told, named = []) => {
	const outcome = outcomeOfAnswer('send', { statusCode: 422, body }) as Refused;
	const refusal = new Refusal(outcome, recipients);
	expect(refusal.about().said).toBe(told);
	expect([...refusal.named].map((each) => recipients.indexOf(each)).sort()).toEqual(named);
});
