import { failureTexts, type RecordKind } from '@ridgeline/contracts';
import type { CountedReference, PlannedRecord } from '@ridgeline/contracts/internal';
import type { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { countedPages } from '../../object-migration/counted-pages.ts';
import type { ObjectMigration, ReadByIds } from '../../object-migration/object-migration.ts';
import type { FollowUpPass, FollowUpPassContext } from '../../object-migration/write-rules.ts';
import { portalOf, uniqueBy, type FoundByKey } from './keyed-records.ts';
import { parcelMigration, type MappedParcel, type Parcel } from './parcel-migration.ts';
import { senderMigration, type Sender } from './sender-migration.ts';

/** Which parcel belongs to whom: a kind that is planned once everything else is written. */
const parcelSender: RecordKind = {
  name: 'parcel_sender',
  noun: { one: 'sender of a parcel', many: 'senders of parcels' },
  hubspotNoun: { one: 'association', many: 'associations' },
  acculynxPage: null,
  hubspotObject: null,
  sourceIdProperty: 'pair',
  reasons: { failed: failureTexts('association'), skipped: {}, warned: {} },
};

/** A HubSpot portal in memory that contains which parcel belongs to whom; no pair has the id of a parcel. */
export const pairPortal = (): FakeHubspotTarget => portalOf(parcelSender, uniqueBy('nothing'), 70_000);

const associations: FollowUpPass = {
  rules: {
    type: parcelSender,
    openTarget: () => {
      throw new Error('A test gives the target itself');
    },
  },
  plans: planPairs,
  async again({ read }, records) {
    const present = await read.bySourceId(records.map(({ sourceId }) => sourceId));
    return records.map((record): PlannedRecord => {
      const hubspotId = present.get(record.sourceId)?.id;
      if (record.action !== 'create' || hubspotId === undefined) return record;
      const { sourceId, name, warnings } = record;
      return { sourceId, name, warnings, action: 'unchanged', hubspotId };
    });
  },
};

/** Parcels with their senders: a related kind, and associations. */
export const parcelsWithSenders = (
  readByIds: ReadByIds<Sender>,
): ObjectMigration<Parcel, MappedParcel, FoundByKey, null> => ({
  ...parcelMigration,
  type: { ...parcelMigration.type, alongside: [senderMigration.type, parcelSender] },
  plan(question) {
    const { senders } = question.record;
    const references = senders.map((sourceId, index) => ({
      kind: senderMigration.type.name,
      sourceId,
      isPrimary: index === 0,
    }));
    return { ...parcelMigration.plan(question), references };
  },
  companions: {
    object: senderMigration,
    optionsOf: () => ({ title: 'Dr. ' }),
    idsOf: ({ senders }) => senders,
    reader: () => readByIds,
  },
  followUpPasses: [associations],
});

/** The pairs that are not planned yet, page by page. */
async function* planPairs(context: FollowUpPassContext): AsyncGenerator<readonly PlannedRecord[]> {
  const { run, ledger, signal, read } = context;
  const pages = countedPages(context, async (after) => {
    const { references: items, ...page } = await ledger.references(run, 'parcel', after, signal);
    return { ...page, items };
  });
  for await (const page of pages) {
    const ids = page.map(pairId);
    const questions = ids.map((sourceId) => ({ sourceId, key: null }));
    const known = await ledger.resolveIdentities(run, parcelSender.name, questions, signal);
    const present = await read.bySourceId(ids);
    const planned = new Set(known.filter((one) => one.seenInBatch !== null).map(({ sourceId }) => sourceId));
    const fresh = page.filter((reference) => !planned.has(pairId(reference)));
    if (fresh.length > 0)
      yield fresh.map((reference) => planPair(reference, present.get(pairId(reference))?.id));
  }
}

const pairId = ({ from, hubspotId, sourceId }: CountedReference): string =>
  `${from.sourceId}/${hubspotId === null ? '' : 'in-hubspot/'}${sourceId}`;

function planPair(reference: CountedReference, hubspotId: string | undefined): PlannedRecord {
  const about = { sourceId: pairId(reference), name: reference.from.displayName, warnings: [] };
  if (reference.hubspotId === null) {
    const message = `goes without ${reference.sourceId}: ${reference.reason ?? 'not there'}`;
    return { ...about, action: 'skip', reason: 'contact_not_in_hubspot', message };
  }
  if (hubspotId !== undefined) return { ...about, action: 'unchanged', hubspotId };
  return { ...about, action: 'create', properties: { pair: about.sourceId } };
}
