import type { Cursor } from '@ridgeline/contracts/internal';
import type { PlannedRecord } from './planned-record.ts';

/**
 * A batch's plan; all its records are of one kind. A revision above 1 amends records that HubSpot refused. A plan of the
 * `settle` pass changes records that earlier batches hold, and that are counted there.
 */
export interface BatchPlan {
  readonly batch: number;
  readonly revision: number;
  /** The name of the `RecordKind`. */
  readonly kind: string;
  readonly pass: 'records' | 'settle';
  /** Where reading goes on behind the batch. */
  readonly cursor: Cursor | null;
  readonly records: readonly PlannedRecord[];
}

/** What is known of a source record before it is planned. */
export interface RecordIdentity {
  readonly sourceId: string;
  /** The HubSpot record that an earlier migration linked to it, or null. */
  readonly hubspotId: string | null;
  /** The other source record of this run that has this one's unique value already, or null. */
  readonly keyTakenBy: string | null;
  /** The earlier batch of this run that holds this record already (the source shifted while it was read), or null. */
  readonly seenInBatch: number | null;
}

/**
 * What another record of the run has already, so that a plan that wants it cannot stand: a unique value, or a HubSpot
 * record.
 */
export interface TakenKey {
  readonly kind: 'key' | 'hubspot_id';
  readonly key: string;
  /** The record of the plan that wants it. */
  readonly sourceId: string;
  /** The record that has it. */
  readonly takenBy: string;
}
