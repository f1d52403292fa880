import type { SweptRecord } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { storableText } from '../logs/storable-text.ts';
import { makeDue } from '../sync-state/due-list.postgres.ts';
import { noteFindings } from '../sync-state/sweep-findings.postgres.ts';
import { syncedKind } from '../sync-state/synced-kinds.ts';
import type { FencedSweep } from './fenced-sweeps.postgres.ts';
import { comparePages, notePages, type Difference, type PageToCompare } from './page-store.postgres.ts';

/** A page of the source as a worker reports it. */
export interface SweptPage {
  readonly readAt: string;
  readonly records: readonly SweptRecord[];
  readonly cursor: Readonly<Record<string, unknown>> | null;
  readonly calls: number;
}

/** A page of a sweep that is held. */
export interface FencedPage {
  readonly sweep: FencedSweep;
  readonly page: SweptPage;
}

/** The findings on a page. */
export interface ComparedPage {
  readonly connectionId: number;
  readonly equal: number;
  readonly due: number;
  readonly noted: number;
  readonly left: number;
}

/** Compares pages of several sweeps, makes due the records that must be copied, and stores the positions of the sweeps. */
export async function takePages(
  tx: Tx,
  pages: readonly FencedPage[],
  missedAfterMs: number,
): Promise<readonly ComparedPage[]> {
  const compared: ComparedPage[] = [];
  for (const group of apart(pages)) {
    const asked = group.map(toCompare);
    const differences = await comparePages(tx, asked, missedAfterMs);
    for (const [at, page] of asked.entries())
      compared.push(await takeDifferences(tx, page, differences[at] ?? []));
  }
  await notePages(
    tx,
    pages.map(({ sweep, page: { records, calls, cursor } }) => {
      const newestAt = newestOf(records);
      return { sweepId: sweep.id, records: distinct(records).length, calls, newestAt, cursor };
    }),
  );
  return compared;
}

/**
 * Two sweeps of one kind and connection may return the same record, which one statement can store only once: their pages are
 * compared in separate groups.
 */
function apart(pages: readonly FencedPage[]): readonly FencedPage[][] {
  const ofOne = Map.groupBy(pages, ({ sweep }) => `${String(sweep.connection_id)} ${sweep.kind}`);
  const groups: FencedPage[][] = [];
  for (const turns of ofOne.values())
    for (const [turn, page] of turns.entries()) (groups[turn] ??= []).push(page);
  return groups;
}

const distinct = (records: readonly SweptRecord[]): SweptRecord[] => [
  ...new Map(records.map((record) => [record.sourceId, record])).values(),
];

const toCompare = ({ sweep, page: { records, readAt } }: FencedPage): PageToCompare => ({
  sweep,
  records: distinct(records),
  readAt,
  showsNew: sweep.pass === 'recent' && syncedKind(sweep.kind).notesExisting && sweep.existing_noted,
});

function newestOf(records: readonly SweptRecord[]): Date | null {
  const dates = records.flatMap(({ changedAt }) => (changedAt === null ? [] : Date.parse(changedAt)));
  return dates.length === 0 ? null : new Date(Math.max(...dates));
}

type DifferingRecord = SweptRecord & { readonly early: boolean; readonly linked: boolean };

async function takeDifferences(
  tx: Tx,
  { sweep, records }: PageToCompare,
  differences: readonly Difference[],
): Promise<ComparedPage> {
  const due = differences.flatMap(({ place, verdict, early, linked }) => {
    const record = records[place];
    return verdict === 'due' && record ? [{ ...record, early, linked }] : [];
  });
  if (due.length > 0) await copyDue(tx, sweep, due);
  const countOf = (wanted: string) => differences.filter(({ verdict }) => verdict === wanted).length;
  const [noted, left] = [countOf('noted'), countOf('left')];
  const equal = records.length - differences.length;
  return { connectionId: sweep.connection_id, equal, due: due.length, noted, left };
}

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
 * Whether an event should have reported the change: it happened after auto-sync was switched on, either by the source's date
 * or because all records were compared since then. For a record that is not linked, the event may have been left out because
 * too many unknown records were waiting.
 */
const isUnreported = (
  { gets_events, compared, switched_on, left_out }: FencedSweep,
  { changedAt, linked }: DifferingRecord,
): boolean =>
  gets_events &&
  (linked || !left_out) &&
  (compared || (changedAt !== null && Date.parse(changedAt) >= switched_on.getTime()));
