/** Stub for n8n's Sticky Note: text on the canvas that nothing leads to and that never runs. */
import type { INodeType } from 'n8n-workflow';
import { describe, parameter } from './description.mts';

export class StickyNote implements INodeType {
	description = describe({
		name: 'stickyNote',
		displayName: 'Sticky Note',
		version: [1],
		inputs: 0,
		outputs: 0,
		properties: [
			parameter('content', 'string', ''),
			parameter('height', 'number', 160),
			parameter('width', 'number', 240),
			parameter('color', 'number', 1),
		],
	});

	async execute(): Promise<never> {
		throw new Error('A sticky note can not run.');
	}
}
