import type { PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { freedValues } from './plan-claims.ts';
import { findSyncWithWaiting, wakeWaiting } from './waiting-value-store.postgres.ts';

/** A counted batch of a migration or of a round. */
export interface CountedBatch {
  readonly portalQueue: string;
  readonly kind: string;
  readonly outcomes: readonly Pick<ReportedOutcome, 'sourceId' | 'outcome'>[];
  /** Its plan, only read if a record of the portal waits for a value. */
  readonly records: () => Promise<readonly PlannedRecord[]>;
}

/** Makes records due that wait for a value which a batch's updates have freed. */
export async function wakeForFreed(tx: Tx, batch: CountedBatch): Promise<void> {
  const sync = await findSyncWithWaiting(tx, batch.portalQueue, batch.kind);
  if (!sync) return;
  const written = new Set(
    batch.outcomes.flatMap(({ sourceId, outcome }) => (outcome === 'updated' ? sourceId : [])),
  );
  await wakeWaiting(tx, sync.id, batch.kind, freedValues(await batch.records(), written));
}
