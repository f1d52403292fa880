export { companyScoped } from './company-scope.ts';
export { openDatabase, type Database, type DatabaseOptions } from './database.ts';
export { createOnce, hashOfRequest, idempotencyTable } from './idempotency.ts';
export type { MigrateOptions, Migration, MigrationStep } from './migrate.ts';
export { violatedConstraint } from './postgres-errors.ts';
export { provisionService, urlOf, type ServiceProvision } from './provision-service.ts';
export { requireSchema } from './require-schema.ts';
export type { Tx } from './tx.ts';
