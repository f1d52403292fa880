import { failureTexts, type ObjectType } from '@ridgeline/contracts';
import { z } from 'zod';
import type { HubspotRecord } from '@ridgeline/hubspot';
import { differences, plannedChange } from '../../hubspot-io/differences.ts';
import { hubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { matchedByIds, readByIds, repairLinks, type FoundByIds } from '../../hubspot-io/match-by-ids.ts';
import type { RecordKey } from '../../hubspot-io/read-records.ts';
import { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';

/** A kind of record that exists in tests only: three fields, one of them unique. */
export interface Parcel {
  readonly id: string;
  readonly label: string;
  readonly code: string;
}

interface MappedParcel {
  readonly sourceId: string;
  readonly label: string;
  readonly code: string;
}

interface FoundParcel extends FoundByIds {
  readonly byCode: HubspotRecord | null;
}

export const parcelType: ObjectType = {
  name: 'parcel',
  migrationType: 'jobs',
  noun: { one: 'parcel', many: 'parcels' },
  hubspotNoun: { one: 'box', many: 'boxes' },
  hubspotObject: 'deals',
  sourceIdProperty: 'parcel_id',
  options: z.object({}),
  alongside: [],
  reasons: { failed: failureTexts('box'), skipped: {}, warned: {} },
};

const codeKey: RecordKey = {
  property: 'code',
  valuesOf: ({ properties }) => (properties['code'] ? [properties['code']] : []),
};

/** A HubSpot portal in memory that holds parcels. */
export const parcelPortal = (): FakeHubspotTarget =>
  new FakeHubspotTarget({ sourceIdProperty: parcelType.sourceIdProperty, key: codeKey });

/** Parcels go over by the least that a kind needs: no options, nothing planned twice, no second pass. */
export const parcelMigration: ObjectMigration<Parcel, MappedParcel, FoundParcel, null> = {
  type: parcelType,
  openTarget: (hubspot) =>
    hubspotTarget(hubspot, { type: parcelType, readProperties: ['parcel_id', 'label', 'code'] }),
  prepare: () => Promise.resolve(null),
  source: () => {
    throw new Error('A test gives the source itself');
  },
  map: ({ id, label, code }) => ({ sourceId: id, label, code }),
  keyOf: ({ code }) => code,
  async findCounterparts(group, { read, noSourceIds }) {
    const identities = group.map(({ identity }) => identity);
    const unlinked = group.filter(({ identity }) => identity.hubspotId === null);
    const [found, byCode] = await Promise.all([
      readByIds(identities, read, noSourceIds),
      read.byKey(
        codeKey,
        unlinked.map(({ record }) => record.code),
      ),
    ]);
    const byIds = await repairLinks(parcelType, identities, found, read);
    return group.flatMap(({ record: { code } }, index) => {
      const ids = byIds[index];
      return ids ? { ...ids, byCode: byCode.get(code) ?? null } : [];
    });
  },
  plan({ record: { sourceId, label, code }, identity, counterparts, isTaken }) {
    const found = matchedByIds(parcelType, sourceId, counterparts) ?? counterparts.byCode;
    const coded = identity.keyTakenBy === null ? { code } : {};
    const properties = { parcel_id: sourceId, label, ...coded };
    const about = { sourceId, warnings: [] };
    return found && !isTaken(found.id)
      ? plannedChange(about, found.id, differences(properties, found))
      : { ...about, action: 'create', properties };
  },
  nameOf: (record) =>
    (record.action === 'create' ? record.properties['label'] : undefined) ?? record.sourceId,
};
