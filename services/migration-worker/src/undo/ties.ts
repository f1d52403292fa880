import { formatList, formatRecords, type HubspotObject, type Noun } from '@ridgeline/contracts';
import { RunFailed } from '../base/run-errors.ts';
import { associatedIds } from '../hubspot-io/associations/associated-ids.ts';
import { pathOf } from '../hubspot-io/portal-objects.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';

/** What people do with a record in HubSpot: what is of one of these objects and associated with it. */
const tiedObjects: Readonly<Record<string, Noun>> = {
  notes: { one: 'note', many: 'notes' },
  calls: { one: 'call', many: 'calls' },
  emails: { one: 'email', many: 'emails' },
  tasks: { one: 'task', many: 'tasks' },
  meetings: { one: 'meeting', many: 'meetings' },
  deals: { one: 'deal', many: 'deals' },
  tickets: { one: 'ticket', many: 'tickets' },
};

/** What is associated with a record: the ids by the object's name. */
export type Ties = ReadonlyMap<string, readonly string[]>;

/** The ties of records by their HubSpot ids; one without any may be missing. */
export type TiesOfRecords = ReadonlyMap<string, Ties>;

/**
 * Reads what records of an object are tied to, a thousand with each call. What the token may not see, and what the object cannot
 * be associated with, counts as not there.
 */
export async function readTies(
  hubspot: HubspotAccess,
  { object, ids }: { readonly object: HubspotObject; readonly ids: readonly string[] },
  signal: AbortSignal,
): Promise<TiesOfRecords> {
  const ties = new Map<string, Map<string, readonly string[]>>();
  if (ids.length === 0) return ties;
  const from = await pathOf(hubspot, object, signal);
  for (const to of Object.keys(tiedObjects)) {
    if (to === from) continue;
    const found = await associatedIds(hubspot, { from, to }, ids, signal).catch(unseen);
    if (found.outcome === 'rejected') continue;
    for (const [id, associated] of found.value) {
      if (associated.size === 0) continue;
      const known = ties.get(id) ?? new Map<string, readonly string[]>();
      ties.set(id, known.set(to, [...associated.keys()]));
    }
  }
  return ties;
}

/** A token that may not read an object does not see what is tied to it. */
function unseen(error: unknown): { readonly outcome: 'rejected' } {
  if (error instanceof RunFailed && error.refusedBy === 'HubSpot') return { outcome: 'rejected' };
  throw error;
}

/** The same without some of the records that they lead to. */
export const tiesWithout = (ties: Ties, isLeftOut: (object: string, id: string) => boolean): Ties =>
  new Map(
    [...ties].flatMap(([object, ids]) => {
      const left = ids.filter((id) => !isLeftOut(object, id));
      return left.length === 0 ? [] : [[object, left] as const];
    }),
  );

/** `2 notes and 1 task` */
export const tiesInWords = (ties: Ties): string =>
  formatList(
    [...ties].map(([object, ids]) =>
      formatRecords(ids.length, tiedObjects[object] ?? { one: object, many: object }),
    ),
  );
