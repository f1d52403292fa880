import { defaultTypeId } from '../portal/association-types.ts';
import { invalid, malformed } from '../answers/errors.ts';
import type { ObjectType } from '../portal/object-types.ts';
import type { Portal } from '../portal/portal.ts';
import { portalOwner } from '../portal/portal-owner.ts';
import type { CrmRecord } from '../portal/record.ts';
import { chosenProperties, showRecord } from './show-record.ts';

/** What a read requests of each record: properties, properties with their history, and which associated records. */
export interface RecordView {
  readonly properties: readonly string[];
  readonly propertiesWithHistory: readonly string[];
  readonly associations: readonly ObjectType[];
}

const listed = (query: URLSearchParams, name: string): string[] =>
  query.getAll(name).flatMap((names) => names.split(',').map((part) => part.trim()));

/** Reads `properties`, `propertiesWithHistory` and `associations`, each repeated or separated by commas. */
export const viewIn = (portal: Portal, query: URLSearchParams): RecordView => ({
  properties: listed(query, 'properties'),
  propertiesWithHistory: listed(query, 'propertiesWithHistory'),
  associations: listed(query, 'associations').map(
    (name) => portal.objectType(name) ?? malformed(`Unable to infer object type from: ${name}`),
  ),
});

/** A property's past values, newest first, and their authors: what no API call wrote, a person did. */
const historyOf = (record: CrmRecord, name: string) =>
  record.history
    .filter(({ changed }) => changed.includes(name))
    .toReversed()
    .map(({ values, at, request }) => ({
      value: values[name] ?? '',
      timestamp: at,
      ...(request === 0
        ? { sourceType: 'CRM_UI', sourceId: `userId:${String(portalOwner.userId)}` }
        : { sourceType: 'INTEGRATION', sourceId: 'ridgeline-simulators' }),
    }));

function associatedRecords(portal: Portal, from: ObjectType, id: string, to: ObjectType) {
  if (defaultTypeId(from, to) === null) invalid(`${from.typeId} and ${to.typeId} cannot be associated.`);
  const type = `${from.singular}_to_${to.singular}`;
  return portal.associations.of(from, id, to).map((toId) => ({ id: toId, type }));
}

/** A record as a read with this view answers it. */
export function viewRecord(portal: Portal, type: ObjectType, record: CrmRecord, view: RecordView) {
  const { properties, propertiesWithHistory, associations } = view;
  const names = new Set(
    properties.length === 0
      ? type.defaultProperties
      : [...properties, 'hs_object_id', 'createdate', type.modifiedProperty],
  );
  const isDefined = (name: string) => portal.properties(type).usable(name) !== null;
  const found = associations.map((to) => ({ to, results: associatedRecords(portal, type, record.id, to) }));
  const shown = found.filter(({ results }) => results.length > 0);
  return {
    ...showRecord(portal, type, record, (all) => chosenProperties(all, names, isDefined)),
    ...(propertiesWithHistory.length === 0
      ? {}
      : {
          propertiesWithHistory: Object.fromEntries(
            propertiesWithHistory.filter(isDefined).map((name) => [name, historyOf(record, name)]),
          ),
        }),
    ...(shown.length === 0
      ? {}
      : { associations: Object.fromEntries(shown.map(({ to, results }) => [to.name, { results }])) }),
  };
}
