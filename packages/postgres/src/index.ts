export { companyScoped } from './schema/company-scope.ts';
export { openDatabase, type Database, type DatabaseOptions } from './database.ts';
export { createOnce, hashOfRequest, idempotencyTable } from './idempotency.ts';
export type { MigrateOptions, Migration, MigrationStep } from './schema/migrate.ts';
export { violatedConstraint } from './postgres-errors.ts';
export { provisionService, urlOf, type ServiceProvision } from './schema/provision-service.ts';
export { requireSchema } from './schema/require-schema.ts';
export type { Tx } from './session.ts';
