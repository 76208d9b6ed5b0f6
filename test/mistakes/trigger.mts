import type { Mistake } from './mistake.mts';

/** Mistakes in the trigger: what it compares, what it keeps, and what it tells. */
export const triggerMistakes: Mistake[] = [
	{
		name: 'a message that is Pending when it is first seen counts as changed',
		file: 'nodes/MessagingService/trigger/changes.ts',
		from: "export const firstStatus = 'Pending';",
		to: "export const firstStatus = 'pending sent';",
		noticedBy: {
			file: 'test/trigger/polls.test.mts',
			test: 'tells a message that it first sees as delivered, and none that it first sees as pending',
		},
	},
	{
		name: 'a status in other letters counts as a change',
		file: 'nodes/MessagingService/trigger/changes.ts',
		from: 'if (statusKey(present) === statusKey(previous)) continue;',
		to: 'if (present === previous) continue;',
		noticedBy: { file: 'test/trigger/changes.test.mts', test: 'are the same status' },
	},
	{
		name: 'a message that the list lacks for one poll is told again',
		file: 'nodes/MessagingService/trigger/poll.ts',
		from: '\tif (before) now.keepFrom(before);\n',
		to: '',
		noticedBy: {
			file: 'test/trigger/requests.test.mts',
			test: 'a message that the list lacks for one poll is not told again',
		},
	},
	{
		name: 'a test event shows numbers that the filter leaves out',
		file: 'nodes/MessagingService/trigger/testEvents.ts',
		from: 'return recipientsIn(message, numbers).map(',
		to: 'return recipientsIn(message, undefined).map(',
		noticedBy: {
			file: 'test/trigger/testEvents.test.mts',
			test: 'keeps to the filters and to Watch Hours',
		},
	},
	{
		name: 'a poll that was overtaken writes its old state',
		file: 'nodes/MessagingService/trigger/poll.ts',
		from: '\tif (turn.isOver) return null;\n',
		to: '',
		noticedBy: {
			file: 'test/trigger/restarts.test.mts',
			test: 'polls that overlap tell a change once',
		},
	},
	{
		name: 'raising Watch Hours tells old messages as new',
		file: 'nodes/MessagingService/trigger/changes.ts',
		from: 'return this.before !== undefined && (createdAt === undefined || createdAt >= this.before.since);',
		to: 'return this.before !== undefined;',
		noticedBy: {
			file: 'test/trigger/changes.test.mts',
			test: 'a message from before the time that was watched so far is taken as it is',
		},
	},
	{
		name: 'the status before is the present one',
		file: 'nodes/MessagingService/trigger/changes.ts',
		from: 'changed.push(withPrevious(row, previous));',
		to: 'changed.push(withPrevious(row, present));',
		noticedBy: {
			file: 'test/trigger/changes.test.mts',
			test: 'a change comes out with all its columns',
		},
	},
	{
		name: 'changes come out in the order of the list, the newest first',
		file: 'nodes/MessagingService/trigger/changes.ts',
		from: '.sort((one, other) => one.createdAt - other.createdAt)',
		to: '.sort((one, other) => other.createdAt - one.createdAt)',
		noticedBy: { file: 'test/trigger/changes.test.mts', test: 'the oldest message is told first' },
	},
	{
		name: "another account goes on from the first one's messages",
		file: 'nodes/MessagingService/trigger/settings.ts',
		from: '[event, values, baseURL, String(fields.clientId).trim()]',
		to: '[event, values, baseURL]',
		noticedBy: {
			file: 'test/trigger/identity.test.mts',
			test: 'it is the same account or another',
		},
	},
	{
		name: 'a trigger filter that names the day starts anew at midnight',
		file: 'nodes/MessagingService/trigger/settings.ts',
		from: 'reader.expressionAt(path) ?? value ?? null',
		to: 'value ?? null',
		noticedBy: {
			file: 'test/trigger/identity.test.mts',
			test: 'goes on where an expression comes to something else than before',
		},
	},
	{
		name: 'two polls at once both tell the same change',
		file: 'nodes/MessagingService/trigger/turns.ts',
		from: 'if (other?.functions === functions) return undefined;\n',
		to: '',
		noticedBy: {
			file: 'test/trigger/polls.test.mts',
			test: 'that begins while another is under way asks nothing and tells nothing',
		},
	},
	{
		name: 'after a first poll that missed records they count as new',
		file: 'nodes/MessagingService/trigger/poll.ts',
		from: 'mayMiss: goesOn,',
		to: 'mayMiss: true,',
		noticedBy: {
			file: 'test/trigger/requests.test.mts',
			test: 'is no state to begin with: what was missing would be told as new',
		},
	},
	{
		name: 'a poll that could not read all saves what it saw',
		file: 'nodes/MessagingService/trigger/poll.ts',
		from: '\tif (failure) throw fail([failure], goesOn);\n\tnow.since = now.saidSince = messages.since;\n\tif (before) now.keepFrom(before);\n\tkept[member] = now.text(identity);\n',
		to: '\tnow.since = now.saidSince = messages.since;\n\tif (before) now.keepFrom(before);\n\tkept[member] = now.text(identity);\n\tif (failure) throw fail([failure], goesOn);\n',
		noticedBy: {
			file: 'test/trigger/polls.test.mts',
			test: 'that fails is a failed execution and changes nothing: the next one tells what this one missed',
		},
	},
];
