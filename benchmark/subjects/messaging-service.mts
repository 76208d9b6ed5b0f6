/** This package's node, as built. */
import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { loadPackage, type NodePackage } from '../../workbench/engine/engine.mts';
import { messageText, type Subject, type Task } from './task.mts';
import { runNode } from './workflow.mts';

const project = join(import.meta.dirname, '../..');

/** The built package, a copy of its own for each caller of another process. */
export function builtPackage(): NodePackage {
	return loadPackage(project);
}

/** The node as a workflow has it for this task. */
export function nodeFor(task: Task): Pick<INode, 'type' | 'typeVersion' | 'parameters'> {
	return { type: 'n8n-nodes-messaging-service.messagingService', typeVersion: 1, parameters: parametersFor(task) };
}

function parametersFor(task: Task): INodeParameters {
	if (task.kind === 'returnAll') return { operation: 'queryMessages', returnAll: true, output: task.raw ? 'raw' : 'simplified' };
	const combine = task.kind === 'sends' && task.combine;
	return {
		operation: 'sendMessage', senderId: { __rl: true, mode: 'id', value: '102' }, priority: 'utility', campaign: 'benchmark', message: messageText,
		sendTo: 'phoneNumbers', recipients: '={{ $json.phone }}', options: combine ? { combineItems: true } : {},
	};
}

let loaded: NodePackage | undefined;

export const messagingService: Subject = async (task, place) => {
	loaded ??= builtPackage();
	return await runNode([loaded], nodeFor(task), task, place);
};
