import { allValues } from '../portal/computed-properties.ts';
import type { ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import type { CrmRecord, Values } from '../portal/record.ts';

export interface ShownRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly archived: boolean;
  readonly archivedAt?: string;
  readonly url: string;
}

/** Only a record's properties with these names: null for one without a value, and no entry for an undefined one. */
export function chosenProperties(
  all: Values,
  names: Iterable<string>,
  isDefined: (name: string) => boolean,
): Record<string, string | null> {
  const chosen: Record<string, string | null> = {};
  for (const name of names) if (isDefined(name)) chosen[name] = all[name] ?? null;
  return chosen;
}

/** A record as the API shows it, with every value it has or with a choice of them. */
export function showRecord(
  portal: Portal,
  type: ObjectType,
  record: CrmRecord,
  choose?: (all: Values) => Readonly<Record<string, string | null>>,
): ShownRecord {
  const all = allValues(portal, type, record);
  return {
    id: record.id,
    properties: choose === undefined ? all : choose(all),
    createdAt: new Date(record.createdAt).toISOString(),
    updatedAt: new Date(record.updatedAt).toISOString(),
    archived: record.archived,
    ...(record.archived ? { archivedAt: new Date(record.updatedAt).toISOString() } : {}),
    url: `https://app.hubspot.com/contacts/${portal.portalId}/record/${type.typeId}/${record.id}`,
  };
}
