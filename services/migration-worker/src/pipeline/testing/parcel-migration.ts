import { failureTexts, hubspotDeals, type ObjectType } from '@ridgeline/contracts';
import { z } from 'zod';
import { differences, plannedChange } from '../../hubspot-io/differences.ts';
import { hubspotTarget } from '../../hubspot-io/hubspot-target.ts';
import { matchedByIds } from '../../hubspot-io/match-by-ids.ts';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import { findByKey, portalOf, uniqueBy, type FoundByKey } from './keyed-records.ts';

/** A kind of record that exists in tests only: three fields, one of them unique, and who sent it. */
export interface Parcel {
  readonly id: string;
  readonly label: string;
  readonly code: string;
  /** By their ids; the first one is the main one. */
  readonly senders?: readonly string[];
}

export interface MappedParcel {
  readonly sourceId: string;
  readonly label: string;
  readonly code: string;
  readonly senders: readonly string[];
}

const parcelType: ObjectType = {
  name: 'parcel',
  migrationType: 'jobs',
  noun: { one: 'parcel', many: 'parcels' },
  hubspotNoun: { one: 'box', many: 'boxes' },
  acculynxPage: null,
  hubspotObject: hubspotDeals,
  scopes: [],
  properties: [],
  sourceIdProperty: 'parcel_id',
  options: z.object({}),
  optionDefaults: {},
  alongside: [],
  sync: null,
  reasons: { failed: failureTexts('box'), skipped: {}, warned: {} },
};

const codeKey = uniqueBy('code');

/** A HubSpot portal in memory that holds parcels. */
export const parcelPortal = (): FakeHubspotTarget => portalOf(parcelType, codeKey);

/** Parcels are copied by the minimum that a kind needs: no options, nothing planned twice, no follow-up pass. */
export const parcelMigration: ObjectMigration<Parcel, MappedParcel, FoundByKey, null> = {
  type: parcelType,
  openTarget: (hubspot) =>
    hubspotTarget(hubspot, { type: parcelType, readProperties: ['parcel_id', 'label', 'code'] }),
  prepare: () => Promise.resolve(null),
  source: () => {
    throw new Error('A test gives the source itself');
  },
  map: ({ id, label, code, senders = [] }) => ({ sourceId: id, label, code, senders }),
  keyOf: ({ code }) => code,
  findCounterparts: (group, lookUp) =>
    findByKey({ type: parcelType, key: codeKey, keyOf: ({ code }) => code }, group, lookUp),
  plan({ record: { sourceId, label, code }, identity, counterparts, isTaken }) {
    const found = matchedByIds(parcelType, sourceId, counterparts) ?? counterparts.byKey;
    const coded = identity.keyTakenBy === null ? { code } : {};
    const properties = { parcel_id: sourceId, label, ...coded };
    const about = { sourceId, name: label, warnings: [] };
    return found && !isTaken(found.id)
      ? plannedChange(about, found.id, differences(properties, found))
      : { ...about, action: 'create', properties };
  },
};
