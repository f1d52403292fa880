import { UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { DueRecord } from '@ridgeline/contracts/internal';
import type { AbsentRecord, RoundQuestion, SyncRules } from '../../object-migration/sync-rules.ts';
import { askForRecord } from '../../vendors/ask.ts';
import type { AcculynxAccess } from '../../vendors/run-vendors.ts';
import { mapContact } from './mapping/map-contact.ts';
import type { ContactOptions } from './prepare/prepare-contacts.ts';
import { contactsByIds, singleContacts } from './reading/contact-by-ids.ts';
import { createdContactPages, CreatedContacts } from './reading/created-contacts.ts';

/** For fewer contacts it does not pay to ask how long the list is. */
const minForList = 20;

type ReadContact = AcculynxContact | UnreadableRecord;

/** Kept with the options of a connection: what is known of its new contacts. */
const createdOf = new WeakMap<ContactOptions, CreatedContacts>();

/** Contacts are read singly, or as a list where that takes fewer calls. They do not tell when they were created. */
export const contactSync: SyncRules<AcculynxContact, ContactOptions> = {
  async read(question) {
    const { acculynx, round, signal } = question;
    const contacts = await readContacts(
      acculynx,
      round.records.map(({ sourceId }) => sourceId),
      signal,
    );
    const isUnsure = ({ sourceId, hubspotId, isNew }: DueRecord): boolean =>
      !isNew && hubspotId === null && contacts.has(sourceId);
    const created = await createdAmong(round.records.filter(isUnsure), question);
    const absent: AbsentRecord[] = [];
    const found = round.records.flatMap((due) => {
      const source = contacts.get(due.sourceId);
      if (source && (!isUnsure(due) || created.has(due.sourceId))) return { source };
      absent.push(
        source
          ? { sourceId: due.sourceId, absence: 'not_new', name: nameOf(source) }
          : { sourceId: due.sourceId, absence: 'gone', name: null },
      );
      return [];
    });
    return { found, absent };
  },

  // What was chosen is about contacts that are not in HubSpot: a linked one follows its changes when its email is removed, too.
  planningOptions: (options) => ({ ...options, includesLinked: true }),

  existing: ({ acculynx, round, signal }) => createdContactPages(acculynx, round, signal),
};

function readContacts(
  acculynx: AcculynxAccess<'contact' | 'contactsPage'>,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadContact>> {
  const ask = (id: string): Promise<ReadContact | null> =>
    askForRecord(acculynx, id, (client, until) => client.contact(id, until), signal);
  return ids.length < minForList
    ? singleContacts(ids, ask, signal)
    : contactsByIds(acculynx, ask)(ids, signal);
}

function createdAmong(
  unsure: readonly DueRecord[],
  { acculynx, round, options, signal }: RoundQuestion<ContactOptions>,
): Promise<ReadonlySet<string>> {
  if (unsure.length === 0) return Promise.resolve(new Set());
  const created = createdOf.get(options) ?? new CreatedContacts();
  createdOf.set(options, created);
  const ids = new Set(unsure.map(({ sourceId }) => sourceId));
  return created.among(ids, acculynx, round, signal);
}

const nameOf = (contact: ReadContact): string | null =>
  contact instanceof UnreadableRecord ? contact.name : mapContact(contact).displayName;
