/** Codes that a connected socket never gives: the name was not found, or nobody listens at the address. */
const beforeConnection = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Codes of a missing route, which Node.js also gives for a connection in use whose route breaks away. */
const noRoute = ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EADDRNOTAVAIL'];

/** n8n wraps axios, and axios wraps Node.js: more causes than this are none of theirs. */
const mostCauses = 5;

/** Whether an error with this code proves that no connection came about, so that no byte of the request left. */
export function provesNoConnection(code: string, error: unknown): boolean {
	return (
		beforeConnection.includes(code) || (noRoute.includes(code) && isOfConnect(error, mostCauses))
	);
}

/**
 * Whether the system call that failed is `connect`. The first error along the causes that tells it
 * decides. Where a name has several addresses, Node.js gives an AggregateError with one member for
 * each that it tried, and none of them may have come through. n8n-workflow 1 and early 2 drop the
 * causes of a NodeApiError (execution-base.error.ts), so that nothing is proven there.
 */
function isOfConnect(error: unknown, depth: number): boolean {
	if (depth === 0 || typeof error !== 'object' || error === null) return false;
	const { syscall, errors, cause } = error as {
		syscall?: unknown;
		errors?: unknown;
		cause?: unknown;
	};
	if (syscall !== undefined) return syscall === 'connect';
	if (Array.isArray(errors))
		return errors.length > 0 && errors.every((member) => isOfConnect(member, depth - 1));
	return isOfConnect(cause, depth - 1);
}
