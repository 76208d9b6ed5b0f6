/**
 * Validates every output of a run against the schemas from which n8n's editor shows columns before anything has run.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator, type Schema } from '@cfworker/json-schema';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

const folder = 'dist/nodes/MessagingService/__schema__/v1.0.0/sms';

const pathOf = (operation: string) =>
	join(import.meta.dirname, '../..', folder, `${operation}.json`);

const validators = new Map<string, Validator>();

/** Returns the validator of an operation. Query Messages has one for each Output, and one for failed rows. */
function validatorOf(operation: string, part: string): Validator {
	const key = `${operation} ${part}`;
	const known = validators.get(key);
	if (known) return known;
	const schema = JSON.parse(readFileSync(pathOf(operation), 'utf8')) as Schema;
	const isPart = schema.$defs?.[part] !== undefined;
	const validator = new Validator(
		isPart ? { ...schema, anyOf: [{ $ref: `#/$defs/${part}` }] } : schema,
	);
	validators.set(key, validator);
	return validator;
}

/** @throws Error that names the output that violates its schema */
export function holdAgainstSchema(parameters: INodeParameters, outputs: IDataObject[]): void {
	const { operation = 'sendMessage', output: shape = 'simplified' } = parameters;
	if (!existsSync(pathOf(String(operation)))) return;
	for (const output of outputs) {
		const shown = Object.entries(output).filter(([, value]) => value !== undefined);
		const json = Object.fromEntries(shown);
		const hasFailed = 'error' in json && operation !== 'sendMessage';
		if (hasFailed && operation !== 'queryMessages') continue;
		const { valid, errors } = validatorOf(
			String(operation),
			hasFailed ? 'failed' : String(shape),
		).validate(json);
		if (!valid)
			throw new Error(`${JSON.stringify(json)} is against its schema: ${JSON.stringify(errors)}`);
	}
}
