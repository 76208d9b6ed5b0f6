/**
 * What the editor itself shows, whatever the node: buttons, tabs, how columns are mapped, and the
 * settings that each node has.
 */
export const editorLabels = [
	'Execute workflow',
	'Executions',
	'Retry',
	'Settings',
	'Human review',
	'Map Each Column Manually',
	'Map Automatically',
	'Always Output Data',
	'Retry On Fail',
	'On Error',
];

/** Labels of n8n's own nodes that the notes name; the end-to-end tests look for them in n8n itself. */
export const n8nLabels: Record<string, string[]> = {
	'n8n-nodes-base.emailSend': ['From Email', 'To Email', 'Subject', 'Text'],
	'n8n-nodes-base.emailSendHitlTool': [
		'From Email',
		'To Email',
		'Subject',
		'Message',
		'Limit Wait Time',
	],
	'n8n-nodes-base.webhook': ['Path', 'Authentication'],
	'n8n-nodes-base.respondToWebhook': ['Response Body', 'Response Code'],
	'n8n-nodes-base.readWriteFile': ['File(s) Selector'],
	'n8n-nodes-base.googleSheets': ['Get Row(s)', 'Update Row', 'Column to match on'],
	'n8n-nodes-base.scheduleTrigger': ['Trigger at Hour', 'Trigger at Minute'],
};
