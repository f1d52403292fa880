import type { CheckedPage, ReadBack } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import { isDeepStrictEqual } from 'node:util';
import { beginCheck, checkPlaceSchema, fenceCheck, type HeldCheck } from './check-lease.postgres.ts';
import { countPage } from './check-store.postgres.ts';
import { beginningOf, nextOfPart, startOf, writtenKinds } from './checked-records.postgres.ts';
import { addDifferences } from './difference-store.postgres.ts';
import { laterWrites } from './later-writes.postgres.ts';
import { mayBeOurs, resultOf } from './read-back-result.ts';

/**
 * The next page of a check, which the first call begins; the same page is returned until it is reported. Throws
 * `run.lease_lost`.
 */
export async function takeWritten(tx: Tx, held: HeldCheck): Promise<CheckedPage> {
  const check = await fenceCheck(tx, held);
  const { migration_id: migrationId, whole } = check;
  const kinds = await writtenKinds(tx, migrationId);
  // After the last page: the worker died before it ended the check.
  if (check.cursor === null && check.total !== null) return { records: [], place: {}, next: null };
  const beginning = beginningOf(kinds, whole);
  if (check.cursor === null) await beginCheck(tx, check.id, beginning);
  const place = check.cursor ?? beginning.place;
  const { records, next } = await nextOfPart(tx, migrationId, { kinds, place, whole });
  return { records, place, next: next ?? (place.part === 'records' ? startOf('associations') : null) };
}

/** A page as a worker reports it. */
export interface ReadBackPage {
  readonly place: Readonly<Record<string, unknown>>;
  readonly next: Readonly<Record<string, unknown>> | null;
  readonly records: readonly ReadBack[];
}

/**
 * Counts a page, in the caller's transaction, and lists what is not as written. A page that was counted before changes
 * nothing. Throws `run.lease_lost`.
 */
export async function takeReadBack(tx: Tx, held: HeldCheck, page: ReadBackPage): Promise<void> {
  const check = await fenceCheck(tx, held);
  if (!isDeepStrictEqual(check.cursor, checkPlaceSchema.parse(page.place))) return;
  const later = await laterWrites(tx, check, mayBeOurs(page.records));
  const { counts, differences } = resultOf(page.records, later);
  await addDifferences(tx, check, differences);
  const next = page.next && checkPlaceSchema.parse(page.next);
  await countPage(tx, check.id, { ...counts, next });
}
