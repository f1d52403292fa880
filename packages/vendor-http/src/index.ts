export * from './circuit-breaker.ts';
export * from './outcome.ts';
export * from './retry.ts';
export * from './retry-after.ts';
export * from './transport.ts';
export * from './vendor-words.ts';
