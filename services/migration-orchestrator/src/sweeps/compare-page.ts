import type { SweptRecord } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { lockSyncConnection } from '../sync/sync-connection-store.postgres.ts';
import { makeDue } from '../sync-state/due-list.postgres.ts';
import { noteFindings } from '../sync-state/sweep-findings.postgres.ts';
import { syncedKind } from '../sync-state/synced-kinds.ts';
import { comparePage, fenceSweep, notePage, sweepOf, type FencedSweep } from './page-store.postgres.ts';
import type { HeldSweep } from './sweep-lease-store.postgres.ts';

/** A page of the source as a worker reports it. */
export interface SweptPage {
  readonly readAt: string;
  readonly records: readonly SweptRecord[];
  readonly cursor: Readonly<Record<string, unknown>> | null;
  readonly calls: number;
}

/** What was found on a page. */
export interface ComparedPage {
  readonly connectionId: number;
  readonly equal: number;
  readonly due: number;
  readonly noted: number;
  readonly left: number;
}

/**
 * Compares a page with what was copied last (ADR 77, 4), in the transaction of the caller:
 *
 *  1. the connection's row, then the sweep's: the list, the switches and the lease stay as they are
 *  2. differences
 *  3. what must be copied is due, with a finding where an event should have told of it
 *  4. where the sweep is now
 *
 * Throws `run.lease_lost`.
 */
export async function takePage(
  tx: Tx,
  held: HeldSweep,
  page: SweptPage,
  missedAfterMs: number,
): Promise<ComparedPage> {
  const known = await sweepOf(tx, held.sweepId);
  if (known) await lockSyncConnection(tx, known.connection_id);
  const sweep = await fenceSweep(tx, held);
  if (!sweep) throw new AppError('run.lease_lost');

  const records = [...new Map(page.records.map((record) => [record.sourceId, record])).values()];
  const showsNew = sweep.pass === 'recent' && syncedKind(sweep.kind).notesExisting && sweep.existing_noted;
  const { readAt } = page;
  const differences =
    records.length === 0 ? [] : await comparePage(tx, sweep, records, { readAt, showsNew, missedAfterMs });
  const due = differences.flatMap(({ place, verdict, early, linked }) => {
    const record = records[place];
    return verdict === 'due' && record ? [{ ...record, early, linked }] : [];
  });
  await copyDue(tx, sweep, due);

  const dates = records.flatMap(({ changedAt }) => (changedAt === null ? [] : Date.parse(changedAt)));
  const newestAt = dates.length === 0 ? null : new Date(Math.max(...dates));
  const { cursor, calls } = page;
  await notePage(tx, sweep.id, { records: records.length, calls, newestAt, cursor });
  const countOf = (wanted: string) => differences.filter(({ verdict }) => verdict === wanted).length;
  const [noted, left] = [countOf('noted'), countOf('left')];
  const equal = records.length - differences.length;
  return { connectionId: sweep.connection_id, equal, due: due.length, noted, left };
}

type DifferingRecord = SweptRecord & { readonly early: boolean; readonly linked: boolean };

async function copyDue(tx: Tx, sweep: FencedSweep, due: readonly DifferingRecord[]): Promise<void> {
  const of = { connectionId: sweep.connection_id, companyId: sweep.company_id, kind: sweep.kind };
  const now = new Date();
  const changed = due.map(({ sourceId, changedAt }) => ({
    kind: sweep.kind,
    sourceId,
    firstAt: now,
    lastAt: now,
    changedAt: changedAt === null ? null : new Date(changedAt),
  }));
  await makeDue(tx, of, changed, 'sweep');
  const found = due.filter((record) => isUnreported(sweep, record));
  await noteFindings(
    tx,
    of,
    found.map(({ name, ...record }) => ({ ...record, name: name === null ? null : storableText(name) })),
  );
}

/**
 * Whether an event should have told of the change: it came after auto-sync was switched on, as the source says, or because all
 * records were compared since then. The event of a record that is not linked may have been left out because too many of them waited.
 */
const isUnreported = (
  { gets_events, compared, switched_on, left_out }: FencedSweep,
  { changedAt, linked }: DifferingRecord,
): boolean =>
  gets_events &&
  (linked || !left_out) &&
  (compared || (changedAt !== null && Date.parse(changedAt) >= switched_on.getTime()));
