/**
 * Stubs for the few built-in n8n nodes that the example workflows use.
 *
 * n8n's own package of built-in nodes weighs several hundred megabytes and is not a development
 * dependency. Each file here has the type name, versions and parameters of the real node for the
 * part that the examples need, does the same with them, and nothing else: whatever it doesn't know
 * is refused before the run (`subset.mts`), so that an example can't pass here and fail in n8n.
 */
import type { INodeType } from 'n8n-workflow';
import { packageOf, type NodePackage } from '../node-package.mts';
import { Aggregate } from './aggregate.mts';
import { ConvertToFile } from './convert-to-file.mts';
import { EditFields } from './edit-fields.mts';
import { ExtractFromFile } from './extract-from-file.mts';
import { Filter } from './filter.mts';
import { If } from './if.mts';
import { ManualTrigger } from './manual-trigger.mts';
import { NoOperation } from './no-operation.mts';
import { ReadWriteFile } from './read-write-file.mts';
import { RespondToWebhook } from './respond-to-webhook.mts';
import { ScheduleTrigger } from './schedule-trigger.mts';
import { SendEmail, type Mail } from './send-email.mts';
import { StickyNote } from './sticky-note.mts';
import { Summarize } from './summarize.mts';
import { Webhook } from './webhook.mts';

/** The package name of n8n's built-in nodes, under which workflows name them. */
export const builtInPackage = 'n8n-nodes-base';

/**
 * The stubs as a package of nodes.
 * @param workflowFolder the only folder that files are read from and written to; without it none are.
 * @param mails where the e-mails that would be sent are put; without it they are forgotten.
 */
export function stubs(workflowFolder: string | undefined, mails: Mail[] = []): NodePackage {
	const nodes: INodeType[] = [
		new Aggregate(),
		new ConvertToFile(),
		new EditFields(),
		new ExtractFromFile(),
		new Filter(),
		new If(),
		new ManualTrigger(),
		new NoOperation(),
		new ReadWriteFile(workflowFolder),
		new RespondToWebhook(),
		new ScheduleTrigger(),
		new SendEmail(mails),
		new StickyNote(),
		new Summarize(),
		new Webhook(),
	];
	return packageOf(nodes, [], builtInPackage);
}
