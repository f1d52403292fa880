import { formatList, formatRecords, type HubspotObject, type Noun } from '@ridgeline/contracts';
import { RunFailed } from '../base/run-errors.ts';
import { associatedIds } from '../hubspot-io/associations/associated-ids.ts';
import { pathOf } from '../hubspot-io/portal-objects.ts';
import type { HubspotAccess } from '../vendors/run-vendors.ts';

/** The HubSpot objects whose association with a record shows that users work with it. */
const tiedObjects: Readonly<Record<string, Noun>> = {
  notes: { one: 'note', many: 'notes' },
  calls: { one: 'call', many: 'calls' },
  emails: { one: 'email', many: 'emails' },
  tasks: { one: 'task', many: 'tasks' },
  meetings: { one: 'meeting', many: 'meetings' },
  deals: { one: 'deal', many: 'deals' },
  tickets: { one: 'ticket', many: 'tickets' },
};

/** The objects associated with a record: ids by object name. */
export type Ties = ReadonlyMap<string, readonly string[]>;

/** The ties of records by their HubSpot ids; records without any may be missing. */
export type TiesOfRecords = ReadonlyMap<string, Ties>;

/**
 * Reads the ties of an object's records, a thousand per call. Objects that the token may not read, or that cannot be
 * associated with this object, count as absent.
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

/** A token that may not read an object does not see its associations. */
function unseen(error: unknown): { readonly outcome: 'rejected' } {
  if (error instanceof RunFailed && error.refusedBy === 'HubSpot') return { outcome: 'rejected' };
  throw error;
}

/** The same ties without certain records. */
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
