/** Messages of another client that are almost those of a run, and that a test can tell from them all the same. */
import type { JournalEntry } from '../../workbench/sandbox/sandbox.mts';
import { group, identityOfRow, type Row } from './rows.mts';
import type { Environment } from './environment.mts';

const marker = {
	number: '+254799999999',
	campaign: 'from elsewhere',
	priority: 'authentication',
	text: 'Hello from elsewhere',
	sender: 103,
};

/** What another client of the account sends; undefined where nobody could tell it from a message of the run. */
export function almost(
	row: Row,
	kind: string,
	asked: Set<string>,
): Parameters<Environment['send']> | undefined {
	switch (kind) {
		case 'moreNumbers':
			return [{ ...row, to: [...row.to, marker.number] }];
		case 'fewerNumbers':
			return row.to.length > 1 && !asked.has(identityOfRow({ ...row, to: row.to.slice(1) }))
				? [{ ...row, to: row.to.slice(1) }, marker.sender]
				: undefined;
		case 'otherCampaign':
			return [{ ...row, campaign: marker.campaign }];
		case 'otherPriority':
			return [{ ...row, priority: marker.priority }];
		case 'otherText':
			return [{ ...row, text: marker.text }];
		default:
			return [{ ...row, groupId: group.id }];
	}
}

/** Whether it has what no message of a run has. */
export function isFromElsewhere({ body, recipients }: JournalEntry): boolean {
	return (
		body.contact_list_id !== null ||
		body.campaign === marker.campaign ||
		body.priority === marker.priority ||
		body.message === marker.text ||
		body.sender_id === marker.sender ||
		recipients.includes(marker.number)
	);
}
