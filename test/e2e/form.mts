/** The node that is open in the editor: its form is filled in and its step run as a person does. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { byTest, choices, goTo, page, parameter } from './editor.mts';
import { store } from './workflows.mts';
import type { Workflow } from '../../workbench/n8n/rest.mts';

/** The column with the fields, from its tabs down. */
export const form = (): Locator => byTest('ndv').locator('.node-settings').first();

export const output = (): Locator => byTest('output-panel');

/** Stores a workflow and opens one of its nodes. */
export async function openNode(workflow: Workflow, name: string): Promise<void> {
	await openStoredNode((await store(workflow)).id, name);
}

/** Opens a workflow anew as n8n has it stored, and one of its nodes. */
export async function openStoredNode(id: string, name: string): Promise<void> {
	await goTo(`/workflow/${id}`);
	await byTest('canvas-default-node').filter({ hasText: name }).first().dblclick();
	await form().waitFor();
}

export async function choose(name: string, option: string): Promise<void> {
	await parameter(name).click();
	await choices().filter({ hasText: option }).last().click();
}

/**
 * What adds a field to each collection, Filters or Options: a button in the editor of n8n 2.x, a
 * menu in that of 1.x.
 */
export const addButton = (): Locator =>
	form().locator(
		'[data-test-id=collection-parameter-add]:visible, .collection-parameter .el-select:visible',
	);

/** Adds a field to the first collection. */
export async function addToCollection(field: string): Promise<void> {
	await addButton().first().click();
	await page()
		.locator(
			'[data-test-id=collection-parameter-option]:visible, .el-select-dropdown__item:visible',
		)
		.filter({ hasText: field })
		.first()
		.click();
}

export async function type(name: string, text: string): Promise<void> {
	await parameter(name).locator('input, textarea').first().fill(text);
}

/** Presses Execute step and waits until the output shows this text. */
export async function runStep(shown: string | RegExp): Promise<string> {
	await byTest('node-execute-button').click();
	await output().getByText(shown).first().waitFor();
	return await output().innerText();
}

/** The switch between the ways to show the output. */
export const modes = (): Locator => output().locator('[data-test-id=ndv-run-data-display-mode]');

/** Shows the output as n8n's Schema, Table or JSON. */
export async function showAs(mode: 'schema' | 'table' | 'json'): Promise<void> {
	await modes().locator(`[data-test-id=radio-button-${mode}]`).click();
}

/** Makes the output about so wide, by the handle above the form. */
export async function widenOutput(width: number): Promise<void> {
	const [whole, fields] = [await byTest('ndv').boundingBox(), await form().boundingBox()];
	assert.ok(whole && fields);
	await byTest('panel-drag-button').dragTo(byTest('ndv'), {
		force: true,
		targetPosition: { x: whole.width - width - fields.width / 2, y: 10 },
	});
}
