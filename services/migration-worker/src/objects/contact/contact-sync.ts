import type { AcculynxContact, UnreadableRecord } from '@ridgeline/acculynx';
import type { DueRecord } from '@ridgeline/contracts/internal';
import {
  isBacklog,
  waitingPerRecord,
  type AbsentRecord,
  type FoundRecord,
  type SyncRules,
} from '../../object-migration/sync-rules.ts';
import { sweepContacts } from './contact-sweep.ts';
import { nameOfRead } from './mapping/contact-name.ts';
import type { ContactOptions } from './prepare/prepare-contacts.ts';
import { contactsOfRound } from './reading/contact-by-ids.ts';
import { contactState } from './reading/contact-state.ts';
import { CreatedContacts, daysOf } from './reading/created-contacts.ts';
import { CreationSearch } from './reading/creation-search.ts';
import { maxListKept } from './reading/kept-contacts.ts';
import { keepListed } from './reading/listed-contacts.ts';

type ReadContact = AcculynxContact | UnreadableRecord;

/** What is known of each connection's new contacts. */
const createdOf = new WeakMap<WeakKey, CreatedContacts>();

/**
 * Contacts have no creation date, but a search finds the new ones, and returns most of them in full. Concurrently, the linked
 * contacts are read: singly, or as a list if that takes fewer calls. Contacts that the search did not return in full are read
 * afterwards.
 */
export const contactSync: SyncRules<AcculynxContact, ContactOptions> = {
  stateOf: contactState,
  sweep: sweepContacts,

  lacking({ records }, kept) {
    // A search decides about unlinked contacts.
    if (records.some(({ hubspotId }) => hubspotId === null)) return Infinity;
    return createdOf.get(kept)?.contacts.lacking(records) ?? records.length;
  },

  async read({ acculynx, round, kept: reading, account, lists, noteKept, signal }) {
    const created = createdOf.get(reading) ?? new CreatedContacts();
    createdOf.set(reading, created);
    const found = new Map<string, FoundRecord<AcculynxContact>>();
    const takeKept = (): void => {
      for (const { sourceId, knownAt } of round.records) {
        const kept = created.contacts.get(sourceId);
        // What the round itself reads is newer than its events.
        const isOfRound = kept !== undefined && kept.readAt >= round.takenAt;
        const usable = isOfRound ? kept : created.contacts.newerThan(knownAt, sourceId);
        if (usable) found.set(sourceId, usable);
      }
    };
    const read = async (records: readonly DueRecord[]): Promise<void> => {
      const ids = records.map(({ sourceId }) => sourceId).filter((id) => !found.has(id));
      const readByIds = contactsOfRound(acculynx, {
        keep: (source, readAt) => {
          created.contacts.keep({ source, readAt });
          noteKept(source.id);
        },
        now: () => acculynx.databaseTime?.() ?? round.takenAt,
        most: maxListKept,
        waiting: waitingPerRecord(round),
        listed: (ids, readAt) => keepListed(account, ids, readAt),
        whole: (readList) => (isBacklog(round) ? lists.ahead(readList) : readList()),
      });
      for (const [id, source] of await readByIds(ids, signal)) found.set(id, { source });
    };

    takeKept();
    const unsure = round.records.filter(({ isNew, hubspotId }) => !isNew && hubspotId === null);
    const wanted = unsure.map(({ sourceId }) => sourceId);
    const [noted] = await Promise.all([
      created.search(wanted, acculynx, round, signal),
      read(round.records.filter((due) => !unsure.includes(due))),
    ]);
    takeKept();
    await read(unsure);
    for (const { sourceId } of round.records) created.contacts.forget(sourceId);

    const isOld = (due: DueRecord): boolean => unsure.includes(due) && !created.has(due.sourceId);
    const copied = round.records.filter((due) => !isOld(due) && found.has(due.sourceId));
    const absent = round.records.filter((due) => !copied.includes(due));
    return {
      found: copied.flatMap(({ sourceId }) => found.get(sourceId) ?? []),
      absent: absent.map(({ sourceId }) => absentRecord(sourceId, found.get(sourceId)?.source)),
      created: noted,
    };
  },

  // The choice applies to contacts that are not in HubSpot: a linked contact is updated even if its email is removed.
  planningOptions: (options) => ({ ...options, includesLinked: true }),

  async *existing({ acculynx, round, signal }) {
    const search = new CreationSearch(acculynx, daysOf({ ...round, createdKnownUntil: null }), signal);
    while (!search.isAtEnd)
      for (const contacts of await search.next(Infinity)) yield contacts.map(({ id }) => id);
  },
};

/** A contact that was not found is gone; one that was found but is not copied is not new. */
const absentRecord = (sourceId: string, source: ReadContact | undefined): AbsentRecord =>
  source
    ? { sourceId, absence: 'not_new', name: nameOfRead(source) }
    : { sourceId, absence: 'gone', name: null };
