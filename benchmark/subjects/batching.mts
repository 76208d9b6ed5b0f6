/**
 * The HTTP Request node's Batching, as somebody sets it who knows that the service refuses more
 * than 20 requests at once and answers within a tenth of a second.
 */
export const batching = { batchSize: 20, /** Milliseconds. */ batchInterval: 100 };
