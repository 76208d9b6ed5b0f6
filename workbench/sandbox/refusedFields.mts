import type { ValidationResult } from 'openapi-backend';

type FieldError = NonNullable<ValidationResult['errors']>[number];

/** One sentence for every field that the OpenAPI document refuses, each field once. */
export function refusedFields(errors: readonly FieldError[]): string {
	const sentences = new Map<string, string>();
	for (const error of errors) {
		const { field, problem } = describe(error);
		if (!sentences.has(field)) sentences.set(field, `${field} ${problem}.`);
	}
	return [...sentences.values()].join(' ');
}

function describe(error: FieldError): { field: string; problem: string } {
	// "/requestBody/recipients/0" or "/query/page": where the value stands, then its name.
	const [, place, ...names] = error.instancePath.split('/');
	const prefix = place === 'query' ? 'The query parameter' : 'The field';
	const named = (name: string) => `${prefix} ${name}`;
	switch (error.keyword) {
		case 'required': {
			const missing = String(error.params.missingProperty);
			if (missing === 'requestBody') return { field: 'The body', problem: 'is missing' };
			return { field: named([...names, missing].join('.')), problem: 'is missing' };
		}
		case 'additionalProperties':
			return {
				field: named(String(error.params.additionalProperty)),
				problem: 'is unknown to the service',
			};
		case 'enum':
			return {
				field: named(names.join('.')),
				problem: `is one of ${error.params.allowedValues.join(', ')}`,
			};
		case 'pattern':
			return { field: named(names.join('.')), problem: `has not the form ${error.params.pattern}` };
		default:
			return {
				field: names.length === 0 ? 'The body' : named(names.join('.')),
				problem: error.message ?? 'is refused',
			};
	}
}
