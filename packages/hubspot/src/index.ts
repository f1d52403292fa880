export * from './account.ts';
export * from './batch.ts';
export * from './hubspot-client.ts';
export * from './hubspot-outcome.ts';
export * from './hubspot-problem.ts';
export * from './properties.ts';
export * from './rate-limit.ts';
