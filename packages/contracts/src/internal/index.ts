export * from './company.ts';
export * from './connection-migrations.ts';
export * from './connection.ts';
export * from './identity.ts';
export * from './known-accounts.ts';
export * from './plan.ts';
export * from './run.ts';
export * from './validation.ts';
