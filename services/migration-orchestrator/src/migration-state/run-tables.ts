/**
 * Where the plans and outcomes of a run are: a migration's, or those of a round of auto-sync. Both have the same columns but
 * for the run's own number.
 */
export interface RunTables {
  /** The column that holds the number of the run. */
  readonly run: 'migration_id' | 'round';
  readonly batches: 'batches' | 'sync_batches';
  readonly plannedRecords: 'planned_records' | 'sync_planned_records';
  readonly keyReservations: 'key_reservations' | 'sync_key_reservations';
  readonly deferredValues: 'deferred_values' | 'sync_deferred_values';
  readonly outcomes: 'outcomes' | 'sync_outcomes';
  /** SQL: the outcome, and the HubSpot record, of the record of kind `$4` in run `$1` whose source id the SQL `sourceId` answers. */
  readonly outcomeOf: (sourceId: string) => string;
  readonly hubspotIdOf: (sourceId: string) => string;
  /** So many records are answered that ask for one value: the first one, or in a round others, which wait from earlier rounds. */
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

/** A round also gives values to records of earlier rounds, which wait for them: their links say where they are. */
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
