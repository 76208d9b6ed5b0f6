/** ISO 8601 in UTC with six decimals, as the service writes times (specification, 2.1). */
export function timestamp(milliseconds: number): string {
	return new Date(milliseconds).toISOString().replace('Z', '000Z');
}
