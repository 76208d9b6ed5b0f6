import type { Mistake } from './mistake.mts';

const messageRecord = 'nodes/MessagingService/operations/messageRecord.ts';
const receipt = 'nodes/MessagingService/send/receipt.ts';
const sentBefore = 'nodes/MessagingService/send/sentBefore.ts';
const withoutRequest = 'nodes/MessagingService/send/withoutRequest.ts';
const changes = 'nodes/MessagingService/trigger/changes.ts';

/** A test of what comes out of one record. */
const shape = (test: string) => ({ file: 'test/interface/messageShapes.test.mts', test });
const simplified = shape('simplified: these columns');
const perRecipient = shape('one item per recipient: each with its own status');
const send = (test: string) => ({ file: 'test/send/outputs.test.mts', test });
const ofTrigger = (test: string) => ({ file: 'test/trigger/changes.test.mts', test });

/** Mistakes in what comes out of an answer. */
export const outputMistakes: Mistake[] = [
	{
		name: 'One Item per Recipient has the status of the message',
		file: messageRecord,
		from: '\t\t\t...beside,\n\t\t}));',
		to: '\t\t\t...beside,\n\t\t\tstatus: message.status ?? null,\n\t\t}));',
		noticedBy: perRecipient,
	},
	{
		name: 'message_status has the status of the recipient',
		file: messageRecord,
		from: '\t\t\t...beside,\n',
		to: '\t\t\t...beside,\n\t\t\tmessage_status: recipient.status ?? null,\n',
		noticedBy: perRecipient,
	},
	{
		name: 'A recipient without a status gets that of the message',
		file: messageRecord,
		from: "\t\t\t...picked(recipient, ['phone_number', 'status',",
		to: "\t\t\t...picked({ status: message.status, ...recipient }, ['phone_number', 'status',",
		noticedBy: perRecipient,
	},
	{
		name: 'The reference of a recipient is always null',
		file: messageRecord,
		from: '\t\t\t...beside,\n',
		to: '\t\t\t...beside,\n\t\t\treference: null,\n',
		noticedBy: perRecipient,
	},
	{
		name: 'One Item per Recipient has no reference',
		file: messageRecord,
		from: "'status', 'reference', 'created_at']",
		to: "'status', 'created_at']",
		noticedBy: perRecipient,
	},
	{
		name: 'One Item per Recipient has the time of the message',
		file: messageRecord,
		from: '\t\t\t...beside,\n',
		to: '\t\t\t...beside,\n\t\t\tcreated_at: message.created_at ?? null,\n',
		noticedBy: perRecipient,
	},
	{
		name: 'message_id has the reference of the recipient',
		file: messageRecord,
		from: '\t\t\t...beside,\n',
		to: '\t\t\t...beside,\n\t\t\tmessage_id: recipient.reference ?? message.id ?? null,\n',
		noticedBy: perRecipient,
	},
	{
		name: 'One Item per Recipient lacks the campaign',
		file: messageRecord,
		from: "picked(message, ['sender_id', 'category', 'campaign']),\n\t\t};",
		to: "picked(message, ['sender_id', 'category']),\n\t\t};",
		noticedBy: perRecipient,
	},
	{
		name: 'Members of a contact group are dropped',
		file: messageRecord,
		from: "typeof member.phone_number === 'string'",
		to: "typeof member.phone_number === 'number'",
		noticedBy: perRecipient,
	},
	{
		name: 'Members of a contact group are dropped where others were addressed too',
		file: messageRecord,
		from: 'return [...listOf(single).map(asRecord), ...members]',
		to: 'return (listOf(single).length > 0 ? listOf(single).map(asRecord) : members)',
		noticedBy: perRecipient,
	},
	{
		name: 'Who was addressed one by one is dropped beside a contact group',
		file: messageRecord,
		from: 'return [...listOf(single).map(asRecord), ...members]',
		to: 'return (members.length > 0 ? members : listOf(single).map(asRecord))',
		noticedBy: perRecipient,
	},
	{
		name: 'Members that are bare numbers are dropped',
		file: messageRecord,
		from: '\t\t.map(asRecord)\n\t\t.filter((member)',
		to: '\t\t.filter((member)',
		noticedBy: simplified,
	},
	{
		name: 'A group that can not be read is left out of a delivery report',
		file: messageRecord,
		from: 'listOf(message.sms_list_recipients).length > 0 ? [{}]',
		to: 'listOf(message.sms_list_recipients).length > 1 ? [{}]',
		noticedBy: shape("of a group that can't be read"),
	},
	{
		name: 'schedule is the time of creation',
		file: messageRecord,
		from: "...picked(message, ['schedule', 'created_at']),",
		to: 'schedule: message.created_at ?? null,\n\t\t\tcreated_at: message.created_at ?? null,',
		noticedBy: simplified,
	},
	{
		name: 'A message without a schedule shows the time of creation there',
		file: messageRecord,
		from: "...picked(message, ['schedule', 'created_at']),",
		to: "...picked({ schedule: message.created_at, ...message }, ['schedule', 'created_at']),",
		noticedBy: shape('simplified: without schedule'),
	},
	{
		name: 'created_at is the time that the message was scheduled for',
		file: messageRecord,
		from: "...picked(message, ['schedule', 'created_at']),",
		to: "...picked(message, ['schedule']),\n\t\t\tcreated_at: message.schedule ?? message.created_at ?? null,",
		noticedBy: simplified,
	},
	{
		name: 'created_at is the time of the last change',
		file: messageRecord,
		from: "...picked(message, ['schedule', 'created_at']),",
		to: "...picked({ ...message, created_at: message.updated_at ?? message.created_at }, ['schedule', 'created_at']),",
		noticedBy: simplified,
	},
	{
		name: 'Simplified has the campaign as the category',
		file: messageRecord,
		from: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n",
		to: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n\t\t\tcategory: message.campaign ?? null,\n",
		noticedBy: simplified,
	},
	{
		name: 'Simplified has the creator as the sender',
		file: messageRecord,
		from: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n",
		to: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n\t\t\tsender_id: message.creator ?? null,\n",
		noticedBy: simplified,
	},
	{
		name: 'Simplified has the status of the first recipient',
		file: messageRecord,
		from: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n",
		to: "['id', 'status', 'message', 'sender_id', 'category', 'campaign']),\n\t\t\tstatus: recipientsOf(message)[0]?.status ?? null,\n",
		noticedBy: simplified,
	},
	{
		name: 'Simplified has references for numbers',
		file: messageRecord,
		from: 'map(({ phone_number }) => phone_number ?? null)',
		to: 'map(({ phone_number, reference }) => reference ?? phone_number ?? null)',
		noticedBy: simplified,
	},
	{
		name: 'Simplified lacks a column where the service left the field out',
		file: messageRecord,
		from: 'names.map((name) => [name, record[name] ?? null])',
		to: 'names.filter((name) => name in record).map((name) => [name, record[name] ?? null])',
		noticedBy: shape('simplified: without message'),
	},
	{
		name: 'Raw leaves out the creator',
		file: messageRecord,
		from: 'raw: (message) => [message],',
		to: "raw: (message) => [Object.fromEntries(Object.entries(message).filter(([name]) => name !== 'creator'))],",
		noticedBy: shape('raw: the record as it came'),
	},
	{
		name: 'One Item per Recipient of some numbers has those of all',
		file: messageRecord,
		from: "output !== 'recipients' || !numbers",
		to: "output === 'recipients' || !numbers",
		noticedBy: shape('one item per recipient, of some numbers'),
	},
	{
		name: 'A receipt says what the service says in place of what was sent',
		file: receipt,
		from: "{ ...answer, sendOutcome: 'accepted', recipients: body.recipients, ...beside }",
		to: "{ sendOutcome: 'accepted', recipients: body.recipients, ...beside, ...answer }",
		noticedBy: send('says what the node knows'),
	},
	{
		name: 'A receipt loses what was skipped',
		file: receipt,
		from: 'recipients: body.recipients, ...beside }',
		to: 'recipients: body.recipients, segments: beside.segments, encoding: beside.encoding }',
		noticedBy: send("has the answer's members first"),
	},
	{
		name: 'A receipt for a contact group has no numbers in place of null',
		file: receipt,
		from: 'recipients: body.recipients,',
		to: 'recipients: body.recipients ?? [],',
		noticedBy: send('says what the node knows'),
	},
	{
		name: 'A message that was sent before has the ID of the last number',
		file: sentBefore,
		from: 'const [first] = already.values();',
		to: 'const first = [...already.values()].at(-1);',
		noticedBy: send('to all of them'),
	},
	{
		name: 'A message that was sent before loses what was skipped',
		file: sentBefore,
		from: '(skippedRecipients ? {',
		to: '(skippedRecipients && recipients.length > 0 ? {',
		noticedBy: send('to all of them'),
	},
	{
		name: 'Those of an earlier look are not named as having the message',
		file: sentBefore,
		from: '[...earlier, ...already.keys()]',
		to: 'earlier.length > 0 ? earlier : [...already.keys()]',
		noticedBy: send('to some: the others still go'),
	},
	{
		name: 'A dry run shows the numbers of the whole request at each item',
		file: withoutRequest,
		from: 'recipients: order.body.recipients,',
		to: 'recipients: body.recipients,',
		noticedBy: send('a dry run of items that share a request'),
	},
	{
		name: 'A dry run does not say that nothing was looked up',
		file: withoutRequest,
		from: '\t\t...(order.skipSentWithin !== undefined ? { notLookedUp: true } : {}),\n',
		to: '',
		noticedBy: send('a dry run: what would be sent'),
	},
	{
		name: 'Excluded numbers are shown as sent to',
		file: withoutRequest,
		from: 'recipients: [], skippedRecipients }',
		to: 'recipients: (skippedRecipients ?? []).map(({ recipient }) => recipient), skippedRecipients }',
		noticedBy: send('excluded: no number'),
	},
	{
		name: 'A failing run counts its items from one',
		file: 'nodes/MessagingService/errors/accepted.ts',
		from: 'indexes.push(index);',
		to: 'indexes.push(index + 1);',
		noticedBy: {
			file: 'test/interface/failures.test.mts',
			test: 'a request that the service refuses fails the run',
		},
	},
	{
		name: 'The trigger tells the status of the message as the one before',
		file: changes,
		from: 'changed.push(withPrevious(row, previous))',
		to: 'changed.push(withPrevious(row, String(row.message_status)))',
		noticedBy: ofTrigger('a change comes out with all its columns'),
	},
	{
		name: 'The trigger has the status of the message for a recipient that has one',
		file: changes,
		from: '{ ...row, status: statusOf(row.status) ? row.status : (message.status ?? null) }',
		to: '{ ...row, status: message.status ?? row.status ?? null }',
		noticedBy: ofTrigger('a change comes out with all its columns'),
	},
	{
		name: 'The trigger loses the reference',
		file: changes,
		from: 'previous_status: previous, ...others };',
		to: 'previous_status: previous, ...others, reference: null };',
		noticedBy: ofTrigger('a change comes out with all its columns'),
	},
	{
		name: 'A new message comes out as it is in the list',
		file: changes,
		from: "shapeFor('simplified', undefined)(message);",
		to: "shapeFor('raw', undefined)(message);",
		noticedBy: ofTrigger('each comes out once, simplified'),
	},
	{
		name: 'Statuses below zero are left out',
		file: 'nodes/MessagingService/operations/listStatuses.ts',
		from: '/^-?\\d+$/',
		to: '/^\\d+$/',
		noticedBy: { file: 'test/interface/outputs.test.mts', test: 'gives one item a status' },
	},
];
