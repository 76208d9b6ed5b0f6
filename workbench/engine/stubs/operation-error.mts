/** n8n's error class for a node's own failures, from the copy of n8n-workflow that the engine runs on. */
import { n8nWorkflow } from '../n8n-modules.mts';

export const { NodeOperationError } = n8nWorkflow;
