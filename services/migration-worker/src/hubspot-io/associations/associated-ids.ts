import {
  associationReadLimit,
  type AssociationDirection,
  type HubspotProblem,
  type NamedAssociationType,
} from '@ridgeline/hubspot';
import type { Ok, Rejected } from '@ridgeline/vendor-http';
import { chunk } from '../../base/collections.ts';
import { type HubspotAccess, reading } from '../../vendors/run-vendors.ts';

/** What a record is associated with: the types by the other record's id. */
export type AssociatedWith = ReadonlyMap<string, readonly NamedAssociationType[]>;

/** Reads what records are associated with, a thousand with each call, all pages of each. */
export async function associatedIds(
  hubspot: HubspotAccess,
  direction: AssociationDirection,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Ok<ReadonlyMap<string, AssociatedWith>> | Rejected<HubspotProblem>> {
  const found = new Map<string, Map<string, readonly NamedAssociationType[]>>();
  let open: readonly { readonly id: string; readonly after?: string }[] = ids.map((id) => ({ id }));
  while (open.length > 0) {
    const more: { id: string; after: string }[] = [];
    for (const some of chunk(open, associationReadLimit)) {
      const answer = await hubspot.settle(reading(signal), (client, until) =>
        client.readAssociations(direction, some, until),
      );
      if (answer.outcome === 'rejected') return answer;
      for (const { from, associated, after } of answer.value.results) {
        const known = found.get(from) ?? new Map<string, readonly NamedAssociationType[]>();
        for (const { to, types } of associated) known.set(to, types);
        found.set(from, known);
        if (after !== null) more.push({ id: from, after });
      }
    }
    open = more;
  }
  return { outcome: 'ok', value: found };
}
