export * from './account.ts';
export * from './add-options.ts';
export * from './associations/association-calls.ts';
export {
  associationReadLimit,
  associationWriteLimit,
  dealToContact,
  type AssociatedPair,
  type AssociationAnswer,
  type AssociationsRead,
  type AssociationType,
  type LabelledPair,
  type NamedAssociationType,
} from './associations/associations.ts';
export {
  batchLimit,
  type BatchAnswer,
  type BatchRead,
  type HubspotRecord,
  type UpdateInput,
  type UpsertInput,
} from './batch.ts';
export { historyLimit, type Histories, type PastValue } from './batch.ts';
export { hubspotVersion, type ObjectPath } from './hubspot-call.ts';
export * from './hubspot-client.ts';
export * from './hubspot-outcome.ts';
export {
  problemOf,
  readErrorBody,
  requiredScopes,
  type HubspotProblem,
  type PropertyProblem,
} from './hubspot-problem.ts';
export * from './options.ts';
export type { DealPipeline, DealStage } from './pipelines.ts';
export * from './properties.ts';
export { readOnlyClient } from './read-only-client.ts';
export type { RecordSearch, SearchAnswer, SearchFilter } from './search-calls.ts';
export * from './hubspot-outcome.ts';
export * from './written-values.ts';
