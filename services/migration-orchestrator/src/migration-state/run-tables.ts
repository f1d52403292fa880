/**
 * The tables of a run's plans and outcomes: a migration's, or those of a round of auto-sync. Both have the same columns,
 * except for the run's own id.
 */
export interface RunTables {
  /** The column that holds the number of the run. */
  readonly run: 'migration_id' | 'round';
  readonly batches: 'batches' | 'sync_batches';
  readonly plannedRecords: 'planned_records' | 'sync_planned_records';
  readonly keyReservations: 'key_reservations' | 'sync_key_reservations';
  readonly deferredValues: 'deferred_values' | 'sync_deferred_values';
  readonly outcomes: 'outcomes' | 'sync_outcomes';
  /** SQL: the outcome, and the HubSpot id, of a record of kind `$4` in run `$1`; `sourceId` is SQL for its source id. */
  readonly outcomeOf: (sourceId: string) => string;
  readonly hubspotIdOf: (sourceId: string) => string;
  /**
   * How many records that want the same value are returned: the first one; in a round also others, which wait from earlier
   * rounds.
   */
  readonly maxAsking: number;
}

const outcomeColumn = (tables: string, run: string) => (column: string, sourceId: string) =>
  `(select o.${column} from ${tables} o where o.${run} = $1 and o.source_id = ${sourceId} and o.kind = $4)`;

const ofMigration = outcomeColumn('outcomes', 'migration_id');

export const migrationTables: RunTables = {
  run: 'migration_id',
  batches: 'batches',
  plannedRecords: 'planned_records',
  keyReservations: 'key_reservations',
  deferredValues: 'deferred_values',
  outcomes: 'outcomes',
  outcomeOf: (sourceId) => ofMigration('outcome', sourceId),
  hubspotIdOf: (sourceId) => ofMigration('hubspot_id', sourceId),
  maxAsking: 1,
};

const ofRound = outcomeColumn('sync_outcomes', 'round');

/** A round also gives values to waiting records of earlier rounds, which are found through their links. */
export const roundTables: RunTables = {
  run: 'round',
  batches: 'sync_batches',
  plannedRecords: 'sync_planned_records',
  keyReservations: 'sync_key_reservations',
  deferredValues: 'sync_deferred_values',
  outcomes: 'sync_outcomes',
  outcomeOf: (sourceId) => `coalesce(${ofRound('outcome', sourceId)}, 'unchanged')`,
  hubspotIdOf: (sourceId) => `coalesce(${ofRound('hubspot_id', sourceId)}, (
    select l.hubspot_id from sync_rounds s, links l
    where s.round = $1 and l.company_id = s.company_id and l.portal_id = s.portal_id and l.object_type = $4
      and l.source_id = ${sourceId}))`,
  maxAsking: 20,
};
