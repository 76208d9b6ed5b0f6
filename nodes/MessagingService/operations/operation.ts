import type { INodeProperties } from 'n8n-workflow';

import type { ItemFields } from '../fields/parameters';
import type { Item } from '../item';

/** An item without its index. */
export type Prepared<I extends Item = Item> = I extends Item ? Omit<I, 'index'> : never;

/** Form and request of one operation. Requests are made in the same way for all. */
export interface Operation {
	name: string;
	value: string;
	action: string;
	description: string;
	/** 'send' is a POST, 'read' is a GET. */
	purpose: 'send' | 'read';
	/** Relative to {base_url}. */
	url: string;
	fields: INodeProperties[];
	/** Reads and checks an item. It runs only if this adds no problem to `item`. Undefined if there is nothing to run. */
	prepare(item: ItemFields): Promise<Prepared | undefined>;
}
