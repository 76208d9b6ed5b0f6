/** What the notes of an example say. */
import type { IWorkflowBase } from 'n8n-workflow';

/** The texts of a workflow's notes, in the order of the file. */
export function notesOf({ nodes }: IWorkflowBase): string[] {
	return nodes
		.filter(({ type }) => type === 'n8n-nodes-base.stickyNote')
		.map(({ parameters }) => String(parameters.content));
}

const fence = /```\n([\s\S]*?)\n```/g;

/** The blocks of JSON in a workflow's notes, read. */
export function fencedIn(workflow: IWorkflowBase): unknown[] {
	return notesOf(workflow).flatMap((note) =>
		[...note.matchAll(fence)].map(([, block]) => JSON.parse(block as string) as unknown),
	);
}

/** A note without its blocks. */
export function withoutFences(note: string): string {
	return note.replaceAll(fence, '');
}
