import type { CountedReference } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { FencedRun } from '../migration-state/lease-row.postgres.ts';
import { holdSynced } from '../sync-state/due-list.postgres.ts';
import { noteMissing } from '../sync-state/waiting-reference-store.postgres.ts';
import { countedPage, type CountedPage } from './batch-store.postgres.ts';
import { referencesOf } from './reference-store.postgres.ts';

/** Which references are requested. */
interface ReferenceQuestion {
  readonly connectionId: number;
  /** The kind of the records that refer to others. */
  readonly kind: string;
  /** The `next` of the page before, 0 for the first page. */
  readonly after: number;
}

/**
 * A page of a run's references. Where auto-sync of their kind is on, references to records that are not in HubSpot are
 * recorded.
 */
export async function notedReferences(
  tx: Tx,
  run: FencedRun,
  { connectionId, kind, after }: ReferenceQuestion,
): Promise<CountedPage<CountedReference>> {
  const connection = { connectionId, companyId: run.company_id };
  // Locked before the look-up: until this ends, the count of the other record waits.
  const synced = await holdSynced(tx, connection, kind);
  const page = await countedPage(tx, run, referencesOf(kind), after);
  if (synced) await noteMissing(tx, connection, kind, page.items);
  return page;
}
