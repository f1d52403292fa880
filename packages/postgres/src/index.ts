export { companyScoped } from './company-scope.ts';
export { openDatabase, type Database, type DatabaseOptions } from './database.ts';
export {
  answerOnce,
  idempotencyTable,
  recallAnswer,
  type EarlierAnswer,
  type IdempotentRequest,
} from './idempotency.ts';
export { migrate, type MigrateOptions, type Migration, type MigrationStep } from './migrate.ts';
export { violatedConstraint } from './postgres-errors.ts';
export { provisionService, urlOf, type ServiceProvision } from './provision-service.ts';
export type { Tx } from './tx.ts';
