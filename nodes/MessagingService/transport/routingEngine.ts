import { getExecutableNodeNames } from 'n8n-workflow';

/**
 * What n8n's routing engine does, under continue-on-fail, when an expression of one item fails: from
 * 2.39.4 on it goes on with the others; before, it throws at once and forgets the items that it has
 * started, so that what they send would be sent without a word.
 *
 * n8n tells a node its version nowhere. An export that came with 2.40 stands for it; where that is
 * missing, the node takes the careful way.
 */
export const routingEngine = {
	// Asked for by name: importing all of n8n-workflow would touch each of its exports when n8n starts.
	goesOnAfterFailedExpression: typeof getExecutableNodeNames === 'function',
};
