import type { INodeProperties } from 'n8n-workflow';

import type { ItemFields } from '../fields/parameters';
import type { Item } from '../item';

/** An item without its place. */
export type Prepared<I extends Item = Item> = I extends Item ? Omit<I, 'index'> : never;

/** What an operation shows and asks of the service. How requests are made is the same for all. */
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
	/** Reads and checks an item. It goes if `given` has no problem then; undefined where nothing can be made of it. */
	prepare(item: ItemFields): Promise<Prepared | undefined>;
}
