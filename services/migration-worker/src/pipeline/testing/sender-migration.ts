import { failureTexts, hubspotContacts, type ObjectType } from '@ridgeline/contracts';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { z } from 'zod';
import { differences, plannedChange } from '../../hubspot-io/differences.ts';
import { matchedByIds } from '../../hubspot-io/match-by-ids.ts';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { countedPages } from '../../object-migration/counted-pages.ts';
import type { ObjectMigration } from '../../object-migration/object-migration.ts';
import type { FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { findByKey, portalOf, uniqueBy, type FoundByKey } from './keyed-records.ts';

/** Senders of parcels: a related kind, copied without an address that another sender has. */
export interface Sender {
  readonly id: string;
  /** One without a name is left out. */
  readonly name: string;
  readonly address: string;
}

interface MappedSender {
  readonly sourceId: string;
  readonly name: string;
  readonly address: string;
}

const senderType: ObjectType = {
  name: 'sender',
  migrationType: 'contacts',
  noun: { one: 'sender', many: 'senders' },
  hubspotNoun: { one: 'person', many: 'people' },
  acculynxPage: null,
  hubspotObject: hubspotContacts,
  scopes: [],
  properties: [],
  sourceIdProperty: 'sender_id',
  options: z.object({}),
  optionDefaults: {},
  alongside: [],
  sync: null,
  reasons: { failed: failureTexts('person'), skipped: {}, warned: {} },
};

const addressKey = uniqueBy('address');

/** A HubSpot portal in memory that holds senders. */
export const senderPortal = (): FakeHubspotTarget => portalOf(senderType, addressKey);

/** Senders are copied with a prefix from their options before their names. */
export const senderMigration: ObjectMigration<Sender, MappedSender, FoundByKey, { readonly title: string }> =
  {
    type: senderType,
    openTarget: () => {
      throw new Error('A test gives the target itself');
    },
    prepare: () => Promise.resolve({ title: '' }),
    source: () => {
      throw new Error('Senders only come along');
    },
    map: ({ id, name, address }, { title }) => ({ sourceId: id, name: name && `${title}${name}`, address }),
    keyOf: ({ address }) => address,
    findCounterparts: (group, lookUp) =>
      findByKey({ type: senderType, key: addressKey, keyOf: ({ address }) => address }, group, lookUp),
    plan({ record: { sourceId, name, address }, identity, counterparts }) {
      if (name === '')
        return {
          sourceId,
          name: sourceId,
          warnings: [],
          action: 'skip',
          reason: 'no_email',
          message: 'no name',
        };
      const found = matchedByIds(senderType, sourceId, counterparts);
      const free = identity.keyTakenBy === null;
      const properties = { sender_id: sourceId, name, ...(free ? { address } : {}) };
      const deferred = { property: 'address', value: address, name, properties: {} };
      const about = { sourceId, name, warnings: [], ...(free ? {} : { deferred }) };
      return found
        ? plannedChange(about, found.id, differences(properties, found))
        : { ...about, action: 'create', properties };
    },
    settle: { plans: settleAddresses, log: () => [] },
  };

/** Gives the addresses that no record in HubSpot has to those whose turn it is. */
async function* settleAddresses(context: FollowUpPassContext): AsyncGenerator<readonly PlannedRecord[]> {
  const { run, ledger, signal, read } = context;
  const pages = countedPages(context, async (after) => {
    const { values: items, ...page } = await ledger.openValues(run, senderType.name, after, signal);
    return { ...page, items };
  });
  for await (const open of pages) {
    const owners = await read.byKey(
      addressKey,
      open.map(({ value }) => value),
    );
    const plans = open.flatMap(({ sourceId, hubspotId, value, property, name }): PlannedRecord[] => {
      if (hubspotId === null || owners.has(value)) return [];
      const deferred = { property, value, name, properties: {} };
      const change = { before: { address: null }, after: { address: value } };
      return [{ sourceId, name, warnings: [], deferred, action: 'update', hubspotId, ...change }];
    });
    if (plans.length > 0) yield plans;
  }
}
