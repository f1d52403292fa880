export * from './answer.ts';
export * from './circuit-breaker.ts';
export * from './outcome.ts';
export * from './retry.ts';
export * from './transport.ts';
