import type { INode } from 'n8n-workflow';
import { errorFor } from '../../nodes/MessagingService/errors/nodeError.ts';

const node = { name: 'SMS', type: 'sms' } as INode;

test("n8n's error shows the texts as they are, also with a code of Node.js inside a word, which n8n would replace", () => {
	const given = {
		message: 'LECONNREFUSEDX was refused.',
		description: 'ETIMEDOUT is what it said.',
		index: 4,
	};
	expect(errorFor(node, given, false)).toMatchObject({
		name: 'NodeApiError',
		message: given.message,
		description: given.description,
		context: { itemIndex: 4 },
		node: { name: 'SMS' },
	});
});

test('the word by which n8n knows a stopped execution stays only where one was stopped', () => {
	const given = { message: 'uncanceled canceled.', description: 'canceled', index: 0 };
	expect(errorFor(node, given, false)).toMatchObject({
		message: 'uncancelled cancelled.',
		description: 'canceled',
	});
	expect(errorFor(node, given, true).message).toBe(given.message);
});
