import type { SendOrder } from '../item';
import type { Outcomes } from '../recipients/outcomes';
import { Row, type Recipient } from '../recipients/row';
import { longestCampaign } from '../values/text';

/** Follows the campaign of a test, so that the list itself, with Skip Already Sent, doesn't count it as sent. */
const mark = ' (test)';

/**
 * Plans the test of a run: the text of its first row with a Test Number. Returns the recipient, unless an earlier try
 * sent the test, or may have. Caps and exclusions of the row don't apply to it.
 */
export function planTest(rows: Row[], outcomes: Outcomes): Recipient[] {
	// A row whose numbers are all excluded may have no readable text.
	const first = rows.find(({ order }) => order!.testNumber && order!.body.message !== '');
	if (first && !outcomes.test?.isSettled) {
		const { index, order, concurrency } = first;
		outcomes.test = new Row(index).read({ index, order: testOf(order!), concurrency });
	}
	return outcomes.test?.unsettled ?? [];
}

/** Returns a row's order as its test: to one number and at once, whatever the row's options say. */
function testOf(order: SendOrder): SendOrder {
	const { body, testNumber, looksUp, country } = order;
	// Cut between characters, where a long name leaves no room for the mark.
	let name = body.campaign;
	while (name.length + mark.length > longestCampaign) name = Array.from(name).slice(0, -1).join('');
	return {
		...{ purpose: 'send', segments: order.segments, encoding: order.encoding },
		body: {
			...{ ...body, campaign: `${name}${mark}`, schedule: null },
			...{ recipients: [testNumber!], contact_list_id: null },
		},
		...{ skipped: [], skipsInvalid: false, maxRecipients: 0, maxTotalSegments: 0 },
		...{ combines: false, perRequest: 1, looksUp, country },
	};
}
