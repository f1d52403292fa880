import type { HubspotRecord } from '@ridgeline/hubspot';
import { readByIds, repairLinks, type FoundByIds } from '../../hubspot-io/match-by-ids.ts';
import type { RecordKey } from '../../hubspot-io/read-records.ts';
import { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import type { Identified, LookUp, MappedRecord } from '../../object-migration/object-migration.ts';
import type { WriteRules } from '../../object-migration/write-rules.ts';

/** The HubSpot records that may be one of a test's: by its ids, or by its unique value. */
export interface FoundByKey extends FoundByIds {
  readonly byKey: HubspotRecord | null;
}

/** A property by which a test's records are unique. */
export const uniqueBy = (property: string): RecordKey => ({
  property,
  valuesOf: ({ properties }) => (properties[property] ? [properties[property]] : []),
});

/** A HubSpot portal in memory for one kind of a test's records. */
export const portalOf = (
  { sourceIdProperty }: WriteRules['type'],
  key: RecordKey,
  lastId?: number,
): FakeHubspotTarget => new FakeHubspotTarget({ sourceIdProperty, key }, lastId);

/** Looks records up by their ids and their unique value. */
export async function findByKey<Mapped extends MappedRecord>(
  { type, key, keyOf }: { type: WriteRules['type']; key: RecordKey; keyOf: (record: Mapped) => string },
  group: readonly Identified<Mapped>[],
  { read, noSourceIds }: LookUp,
): Promise<FoundByKey[]> {
  const identities = group.map(({ identity }) => identity);
  const unlinked = group.filter(({ identity }) => identity.hubspotId === null);
  const [found, byKey] = await Promise.all([
    readByIds(identities, read, noSourceIds),
    read.byKey(
      key,
      unlinked.map(({ record }) => keyOf(record)),
    ),
  ]);
  const byIds = await repairLinks(type, identities, found, read);
  return group.flatMap(({ record }, index) => {
    const ids = byIds[index];
    return ids ? { ...ids, byKey: byKey.get(keyOf(record)) ?? null } : [];
  });
}
