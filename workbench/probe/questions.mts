/** Questions about a service. Each runs the node, and reads the answers that the node got. */
import type { IDataObject } from 'n8n-workflow';
import { readingChoices } from '../sandbox/options.mts';
import {
	countsOf,
	fieldsOf,
	isList,
	objectOf,
	recordsOf,
	rowsOf,
	takenOf,
	words,
} from './answers.mts';
import { boundQuestions } from './boundQuestions.mts';
import { unlisted, type Probe } from './probe.mts';
import { dayOf, found, list, listedIn, question, senders, statuses, timeOf } from './question.mts';
import { textQuestions } from './textQuestions.mts';

const oneByOne = { ...list, limit: 3, options: { perPage: 1 } };
const badToken = { headers: { authorization: 'Bearer no-token' } };

const falls = (values: number[]): boolean =>
	values.every((value, place) => value <= (values[place - 1] ?? value));

/** Asks how a bad request is refused. The service may do it in any form, but the node has to report the refusal. */
const refused = (name: string, about: string, path: string) =>
	question(name, '7', about, 'reason.ts', async (probe) => {
		const { why, answers } = await probe.run(found({}), { path });
		const { code, json } = answers[0]!;
		if (code < 300) return ['taken', 'works, but a mistake is not noticed'];
		const told = `status ${code}, with ${fieldsOf(json) || 'no JSON'}`;
		return [told, why?.includes('no reason') ? 'works, without the reason' : 'works'];
	});

/** Returns a query for the day of the newest message in the list; undefined if there is none. */
async function newestDay(probe: Probe) {
	const records = await listedIn(probe);
	if (records.length === 0) return undefined;
	const day = dayOf(Math.max(...records.map(timeOf)));
	return { ...list, filters: { dateCreated: 'custom', startDate: day, endDate: day } };
}

export const questions = [
	question('tokenShape', '5', 'where the token is', 'token.ts', async (probe) => {
		const { json, data } = (await probe.run(statuses)).answers[0]!;
		const places: IDataObject = { ...json, 'data.token': data.token };
		const place = readingChoices.tokenShape.find((name) => places[name]) ?? 'elsewhere';
		return `${place}: the answer has ${fieldsOf(json) || 'no JSON'}`;
	}),
	question('expiryTold', '5', 'how a token is refused', 'outcome.ts', async (probe) => {
		const { status, code } = (await probe.run(statuses, badToken)).answers[0]!;
		if (code === 403) return ['403', 'works once a token is half a minute old'];
		return code === 401 ? (status === 401 ? 'http' : 'body') : `by ${code}`;
	}),
	question('earlierToken', '5', 'a token after a newer one', 'session.ts', async (probe) => {
		const { authorization } = (await probe.run(statuses)).answers.at(-1)!;
		await probe.run(statuses, badToken);
		const { code } = (await probe.run(statuses, { headers: { authorization } })).answers[0]!;
		return code < 300 ? 'stays good' : 'ends';
	}),
	question('bearerRequired', '5', 'whether queries need it', 'session.ts', async (probe) => {
		const open = [];
		for (const each of [statuses, list, senders]) {
			const { code } = (await probe.run(each, { headers: {} })).answers[0]!;
			if (code < 300) open.push(each.operation);
		}
		return open.length % 3 === 0 ? String(open.length === 0) : `not for ${words(open)}`;
	}),
	question('responsecode', '2.4', 'its type', 'outcome.ts', async (probe) => {
		const { json } = (await probe.run(statuses)).answers.at(-1)!;
		return typeof objectOf(json).responsecode;
	}),
	question('dateHeader', '4.3', 'whether it tells the clock', 'list.ts', async (probe) => {
		const { date, receivedAt } = (await probe.run(statuses)).answers.at(-1)!;
		if (date === undefined) return ['off', 'works if its clock is at most a minute behind'];
		return `on: ${Math.round((Date.parse(date) - receivedAt) / 1000)} seconds ahead`;
	}),
	refused('wrongRoute', 'a path that there is not', '/sms/no-such-path'),
	refused('wrongMethod', 'GET where there is only POST', '/oauth/token'),
	refused('invalidValue', 'a wrong category', '/sms/messages?category=none'),
	question('refusals', '7', 'how they are written', 'remarks.ts', async (probe) => {
		const path = '/sms/messages?category=none';
		const { json, data, code } = (await probe.tryOut(found({}), { path })).answers[0]!;
		if (code < 300) return undefined;
		if (json.errors) return 'laravel';
		if (fieldsOf(data)) return 'data';
		return json.responsemessage ? 'envelope' : 'sentence';
	}),
	question('list', '4.3', 'what many messages come as', 'page.ts', async (probe) => {
		const { answers, rows } = await probe.run(list);
		const [page] = takenOf(answers);
		const data = rowsOf(page!);
		const { total: claimed } = countsOf(page!);
		if (data === undefined && claimed !== 0 && fieldsOf(page!.data))
			return [`none, but ${fieldsOf(page!.data)}`, 'breaks: the node finds no messages in it'];
		const shape = Array.isArray(data) ? 'array' : isList(data) ? 'numbered' : typeof data;
		const total = Math.min(list.limit, Number(claimed ?? rows.length));
		const different = new Set(rows.map(({ id }) => id)).size;
		return different >= total ? shape : [shape, `breaks: reads ${different} of ${total}`];
	}),
	question('singleRecord', '4.3', 'whether one comes bare', 'page.ts', async (probe) => {
		const { answers: pages, rows: read } = await probe.run(list);
		const [whole] = takenOf(pages);
		const isBare = recordsOf([whole!]).length === 1 && !isList(rowsOf(whole!));
		if (isBare && read.length > 1) return 'always';
		const [single] = takenOf((await probe.tryOut(oneByOne)).answers);
		if (single && rowsOf(single) && countsOf(single).total !== 1 && !isList(rowsOf(single)))
			return 'page';
		const all = (await listedIn(probe)).map((each) => String(each.message).trim());
		const isAlone = (text: string) => all.filter((other) => other.includes(text)).length === 1;
		const query = all.find((text) => text !== '' && isAlone(text));
		if (query === undefined) return undefined;
		const { answers, rows } = await probe.run(found({ query }));
		const told = String(!isList(rowsOf(answers[0]!)));
		return rows.length === 1 ? told : [told, `breaks: finds ${rows.length} messages, not one`];
	}),
	question('emptyAs', '4.3', 'what none come as', 'page.ts', async (probe) => {
		const data = rowsOf((await probe.run(found({ query: unlisted }))).answers[0]!);
		if (data === undefined || data === null) return data === null ? 'null' : 'missing';
		return Array.isArray(data) ? 'array' : 'object';
	}),
	question('maxPerPage', '8', 'how many a page has', 'page.ts', async (probe) => {
		const [page] = takenOf((await probe.run(list)).answers);
		const { length } = recordsOf([page!]);
		if (length === 100) return '100, as asked';
		return Number(countsOf(page!).total) > length ? `${length} for 100` : undefined;
	}),
	question('meta', '2.3', 'whether it is there and right', 'page.ts', async (probe) => {
		const [page] = takenOf((await probe.run(list)).answers);
		const { answers, rows } = await probe.tryOut(oneByOne);
		if (answers[0]!.code >= 300) return undefined;
		const { total, last_page: last, place } = countsOf(answers[0]!);
		if (place === 'missing') return ['missing', 'works, but reads page after page'];
		if (Number(total) < 3) return undefined;
		const told = ['onePage', 'twoPages'][Number(last) - 1] ?? `last_page ${last}`;
		if (rows.length < 3) return [told, `breaks: reads ${rows.length} of ${total}`];
		if (last !== total) return told;
		const had = recordsOf([page!]).length;
		const isCapped = had < Math.min(100, Number(total)) && isList(rowsOf(page!));
		return isCapped && countsOf(page!).per_page === 100 ? 'sizeAsAsked' : place;
	}),
	question('pastTheEnd', '4.3', 'a page after the last one', 'pass.ts', async (probe) => {
		const { answers } = await probe.run({ ...list, options: { page: 1_000_000 } });
		if (answers[0]!.code >= 300) return ['refused', 'works'];
		return recordsOf(answers).length === 0 ? 'empty' : ['full', 'works if it repeats a page'];
	}),
	question('listOrder', '4.3', 'the order of messages', 'list.ts', async (probe) => {
		const times = (await listedIn(probe)).map(timeOf);
		if (new Set(times).size < 2) return undefined;
		if (falls(times)) return 'newestFirst';
		return [falls(times.toReversed()) ? 'oldestFirst' : 'neither', 'works, but reads more'];
	}),
	question('days', '4.3', 'when they begin and end', 'list.ts', async (probe) => {
		const records = await listedIn(probe);
		const days = await newestDay(probe);
		if (!days) return undefined;
		const day = days.filters.endDate;
		const { answers } = await probe.tryOut(days);
		if (answers[0]!.code >= 300) return undefined;
		const ofDay = recordsOf(answers);
		const ids = new Set(ofDay.map(({ id }) => id));
		if (ids.size === 0) return "can't tell from an empty day";
		// Messages that arrive meanwhile push others off the pages that are read.
		const oldest = ofDay.length < list.limit ? -Infinity : Math.min(...ofDay.map(timeOf));
		const judged = records.filter((record) => timeOf(record) >= oldest);
		const fits = (hours: number) => (record: IDataObject) =>
			(dayOf(timeOf(record) + hours * 3_600_000) === day) === ids.has(record.id);
		const zones = Array.from({ length: 27 }, (_, place) => place - 12);
		const fitting = zones.filter((hours) => judged.every(fits(hours)));
		if (fitting.length === 0) return ['not honored', 'works, but reads all messages'];
		return `UTC${fitting[0]} to UTC${fitting.at(-1)}`;
	}),
	question('rangeEnd', '4.3', 'whether its last day counts', 'list.ts', async (probe) => {
		const days = await newestDay(probe);
		if (!days) return undefined;
		const { answers } = await probe.tryOut(days);
		if (answers[0]!.code >= 300) return undefined;
		return recordsOf(answers).length > 0 ? 'included' : 'leftOut';
	}),
	question('filters', '4.3', 'whether they choose messages', 'queries.ts', async (probe) => {
		const [first = {}, ...others] = await listedIn(probe);
		const search = { ...senders, filters: { query: String(first.sender_id) } };
		const [{ id, sender_id: value = id } = {}] = recordsOf((await probe.run(search)).answers);
		const tries = {
			category: { category: first.category },
			message: { query: String(first.message).trim() },
			sender_id: { senderId: { __rl: true, mode: 'id', value } },
		};
		const told: string[] = [];
		for (const [field, filters] of Object.entries(tries)) {
			const sought = String(first[field]).trim();
			const fits = (each: IDataObject) => String(each[field]).includes(sought);
			// A filter that matches all messages would prove nothing.
			if (others.every(fits)) continue;
			const { rows } = await probe.run(found(filters));
			told.push(`${field} ${rows.every(fits) ? 'honored' : 'ignored'}`);
		}
		if (told.length === 0) return undefined;
		const isIgnored = told.join().includes('ignored');
		return [words(told), isIgnored ? 'breaks: Query Messages shows others, too' : 'works'];
	}),
	question('statusNumbers', '3.2', 'what they mean', 'queries.ts', async (probe) => {
		const meanings = [];
		for (const status of [0, 1, 2, -1, -2, -3]) {
			const { rows } = await probe.run(found({ status }));
			meanings.push(`${status} ${words(rows.map((row) => row.status)) || 'none'}`);
		}
		return meanings.join('; ');
	}),
	question('recordCreatedAt', '2.1', 'its decimals', 'messageRecord.ts', async (probe) => {
		const [record] = await listedIn(probe);
		if (!record) return undefined;
		if (Number.isNaN(timeOf(record))) return ['no time', 'breaks: Skip Already Sent needs it'];
		if (!/Z|[+-]\d\d:?\d\d$/.test(String(record.created_at)))
			return ['ownZone', 'works; a lost send is found only if its server is in UTC'];
		const { length } = /\.(\d+)/.exec(String(record.created_at))?.[1] ?? '';
		return { 6: 'microseconds', 0: 'seconds' }[length] ?? `${length} decimals`;
	}),
	question('groupRecipients', '2.1', 'their form', 'messageRecord.ts', async (probe) => {
		const groups = (await listedIn(probe)).map((record) => record.sms_list_recipients ?? []);
		const [first] = (groups as unknown[][]).flat();
		if (typeof first !== 'object') return first === undefined ? undefined : 'numbers';
		return 'phone_number' in first! ? 'records' : [fieldsOf(first), 'works, without numbers'];
	}),
	question('largeIds', '2.1', 'an id beyond 2^53', 'messageRecord.ts', async (probe) => {
		const { answers } = await probe.run(list);
		const isLarge = answers.some(({ body }) => /"id"\s*:\s*\d{17}/.test(body));
		return isLarge ? ['yes', 'works, but may take two for one'] : 'none';
	}),
	question('senderRecord', '4.4', 'where its number is', 'dropDowns.ts', async (probe) => {
		const [sender] = recordsOf((await probe.run(senders)).answers);
		const place = ['sender_id', 'id'].find((name) => typeof sender?.[name] === 'number');
		if (place ?? !sender) return place;
		return [`none of ${fieldsOf(sender)}`, 'breaks: the list of Sender ID is empty'];
	}),
	...boundQuestions,
	...textQuestions,
];
