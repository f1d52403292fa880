import { isDeepStrictEqual } from 'node:util';
import { maxSwept, type ComparedRecord, type LinkedPage } from '@ridgeline/contracts/internal';
import { AppError } from '@ridgeline/kit';
import type { Tx } from '@ridgeline/postgres';
import { fenceSweeps, type FencedSweep } from '../sweeps/fenced-sweeps.postgres.ts';
import type { HeldSweep } from '../sweeps/sweep-lease-store.postgres.ts';
import { makeDue } from '../sync-state/due-list.postgres.ts';
import {
  beginCheck,
  checkPlaceSchema,
  linkedRecords,
  moveTo,
  placeOf,
  stillAsGiven,
  type CheckPlace,
} from './check-store.postgres.ts';
import { countPage, endCheck, noteStanding, type PageResults } from './result-store.postgres.ts';

/**
 * Locks the connection's row, then the sweep's, so that the list, the switches and the lease do not change. Throws
 * `run.lease_lost`.
 */
async function fence(tx: Tx, held: HeldSweep): Promise<FencedSweep> {
  const sweep = (await fenceSweeps(tx, [held])).get(held.sweepId);
  if (sweep?.pass !== 'portal') throw new AppError('run.lease_lost');
  return sweep;
}

/**
 * The next page of linked records of a comparison; the first call begins it, and an empty page ends it. The same page is
 * returned until it is reported. Throws `run.lease_lost`.
 */
export async function takeLinkedPage(tx: Tx, held: HeldSweep): Promise<LinkedPage> {
  const sweep = await fence(tx, held);
  for (let place = (await placeOf(tx, sweep)) ?? (await beginCheck(tx, sweep)); ;) {
    const limit = Math.min(maxSwept, place.left ?? maxSwept);
    const records = await linkedRecords(tx, sweep, place, limit);
    const next = behind(place, limit, records);
    if (records.length > 0 || next === null) {
      await moveTo(tx, sweep.id, place, 0);
      if (records.length === 0) await endCheck(tx, place.check);
      return { records, place, next };
    }
    place = next;
  }
}

/** The position after a page; null after the last page. */
function behind(
  place: CheckPlace,
  limit: number,
  records: readonly { readonly sourceId: string }[],
): CheckPlace | null {
  const left = place.left === null ? null : place.left - records.length;
  if (left === 0) return null;
  const last = records.at(-1);
  if (last && records.length === limit) return { ...place, after: last.sourceId, left };
  const isAtEnd = place.until === null && place.start !== '';
  return isAtEnd ? { ...place, after: '', until: place.start, left } : null;
}

/** A page as a worker reports it. */
export interface ComparedPage {
  readonly place: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, unknown>> | null;
  readonly records: readonly ComparedRecord[];
}

/** The counts of a page. */
export interface CountedPage extends PageResults {
  readonly connectionId: number;
  /** Records that must be written again. */
  readonly differing: number;
}

/**
 * Counts a page, in the caller's transaction. Records that changed since the page was taken, or are due or in hand, do not
 * count. Differences that no user caused are made due; records that users changed, or that are gone, are listed and left
 * alone. Null if the page was counted before. Throws `run.lease_lost`.
 */
export async function takeComparedPage(
  tx: Tx,
  held: HeldSweep,
  page: ComparedPage,
): Promise<CountedPage | null> {
  const sweep = await fence(tx, held);
  const place = checkPlaceSchema.parse(page.place);
  if (!isDeepStrictEqual(await placeOf(tx, sweep), place)) return null;

  const counting = page.records.length === 0 ? new Set() : await stillAsGiven(tx, sweep, page.records);
  const records = page.records.filter((_, index) => counting.has(index));
  const gone = records.filter(({ isGone }) => isGone);
  const changed = records.filter(({ isGone, changedByPeople }) => !isGone && changedByPeople.length > 0);
  const differing = records.filter((record) => !record.isGone && record.differing.length > 0);
  const equal = records.filter((record) =>
    [gone, changed, differing].every((some) => !some.includes(record)),
  );

  if (records.length > 0)
    await noteStanding(
      tx,
      sweep,
      records.map(({ sourceId }) => sourceId),
      [
        ...gone.map((record) => ({ ...record, verdict: 'gone' as const, properties: [] })),
        ...changed.map((record) => ({
          ...record,
          verdict: 'changed_by_people' as const,
          properties: record.changedByPeople,
        })),
      ],
    );
  await repair(tx, sweep, differing);
  const results: PageResults = {
    compared: records.length,
    equal: equal.length,
    changedByPeople: changed.length,
    gone: gone.length,
  };
  await countPage(tx, place.check, results);
  const next = page.next && checkPlaceSchema.parse(page.next);
  await moveTo(tx, sweep.id, next ?? { ...place, left: 0 }, records.length);
  if (!next) await endCheck(tx, place.check);
  return { ...results, connectionId: sweep.connection_id, differing: differing.length };
}

async function repair(tx: Tx, sweep: FencedSweep, differing: readonly ComparedRecord[]): Promise<void> {
  const now = new Date();
  const { connection_id: connectionId, company_id: companyId, kind } = sweep;
  const due = differing.map(({ sourceId }) => ({
    kind,
    sourceId,
    firstAt: now,
    lastAt: now,
    changedAt: null,
  }));
  await makeDue(tx, { connectionId, companyId }, due, 'check');
}
