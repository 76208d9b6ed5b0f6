import type { INodePropertyOptions } from 'n8n-workflow';

/**
 * The kinds of a message: a send calls them its priority, a query its category (specification
 * sections 4.2 and 4.3).
 */
export const priorities = ['authentication', 'utility', 'marketing'] as const;

/** The same as choices of a menu. */
export const priorityChoices: INodePropertyOptions[] = [
	{
		name: 'Authentication',
		value: 'authentication',
		description: 'One-time codes and other messages that confirm who somebody is',
	},
	{
		name: 'Marketing',
		value: 'marketing',
		description: 'Offers, news and campaigns',
	},
	{
		name: 'Utility',
		value: 'utility',
		description: 'Reminders, confirmations and other messages about something that was asked for',
	},
];
