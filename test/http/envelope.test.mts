/** What is read out of an answer's envelope: its code, and its data. */
import { readEnvelope } from '../../nodes/MessagingService/http/envelope.ts';

describe('the envelope', () => {
	test.each<[unknown, object | undefined]>([
		[
			{ responsecode: 201, responsemessage: 'Accepted', data: 1 },
			{ code: 201, data: 1 },
		],
		[
			{ responsecode: ' 201 ', responsemessage: ' Accepted ' },
			{ code: 201, data: undefined },
		],
		[{ responsecode: '', responsemessage: '' }, { data: undefined }],
		[{ responsecode: '   ', responsemessage: '   ' }, { data: undefined }],
		[{ responsecode: 'OK' }, { data: undefined }],
		[{ responsecode: 200.5 }, { data: undefined }],
		[{ responsecode: [200] }, { data: undefined }],
		[{ responsecode: null, responsemessage: 7 }, { data: undefined }],
		[{}, { data: undefined }],
		['<html>', undefined],
		['', undefined],
		[null, undefined],
		[undefined, undefined],
		[[], undefined],
	])('%j', (body, expected) => {
		const envelope = readEnvelope(body);
		expect(envelope).toEqual(expected);
		// Equal also in which keys there are: a code of undefined is no code.
		expect(Object.keys(envelope ?? {})).toEqual(Object.keys(expected ?? {}));
	});
});
