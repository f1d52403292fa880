import { dayAfter, UnreadableRecord, type AcculynxContact } from '@ridgeline/acculynx';
import type { SweptRecord } from '@ridgeline/contracts/internal';
import { z } from 'zod';
import {
  sweptAtOnce,
  sweptSource,
  type SweepQuestion,
  type SweptPage,
} from '../../object-migration/sweep-rules.ts';
import { askForRecord } from '../../vendors/ask.ts';
import { nameOfRead } from './mapping/contact-name.ts';
import { contactsSideBySide } from './reading/contact-source.ts';
import { contactState } from './reading/contact-state.ts';
import { CreationSearch, searchPlaceSchema } from './reading/creation-search.ts';
import { SearchedFields } from './reading/searched-fields.ts';

type ReadContact = AcculynxContact | UnreadableRecord;

const cursorSchema = searchPlaceSchema.extend({ isOver: z.boolean() });

/** Contacts have no modification date: recently created ones are searched for, all others are read in turn. */
export const sweepContacts = (question: SweepQuestion): AsyncIterable<SweptPage> =>
  question.order.pass === 'all'
    ? sweptSource(contactsSideBySide(question.acculynx, sweptAtOnce), question.order.cursor, sweptContact)
    : createdContacts(question);

/**
 * In which time zone AccuLynx counts days is not documented, so the range extends from the day before to the day after. A
 * contact that the search returns less completely than the list is read singly, because its digest would differ.
 */
async function* createdContacts({ acculynx, order, signal }: SweepQuestion): AsyncGenerator<SweptPage> {
  const now = (): string => acculynx.databaseTime?.() ?? new Date().toISOString();
  const days = { from: dayAfter(order.after.slice(0, 10), -1), to: dayAfter(now().slice(0, 10)) };
  const from = cursorSchema.safeParse(order.cursor).data;
  if (from?.isOver) return;
  const search = new CreationSearch(acculynx, days, signal, from);
  const fields = new SearchedFields();
  while (!search.isAtEnd) {
    const readAt = acculynx.databaseTime?.();
    const contacts = (await search.next(sweptAtOnce)).flat();
    fields.learn(contacts);
    const records: SweptRecord[] = [];
    for (const contact of contacts) {
      const isShown = contact instanceof UnreadableRecord || fields.asInList(contact);
      const record = sweptContact(isShown ? contact : await readAlone(acculynx, contact.id, signal));
      if (record) records.push(record);
    }
    yield { records, cursor: { ...search.place, isOver: search.isAtEnd }, readAt };
  }
}

const readAlone = (
  acculynx: SweepQuestion['acculynx'],
  id: string,
  signal: AbortSignal,
): Promise<ReadContact | null> =>
  askForRecord(acculynx, id, (client, until) => client.contact(id, until), signal);

function sweptContact(contact: ReadContact | null): SweptRecord | null {
  const state = contact && contactState(contact);
  return state && { ...state, sourceId: contact.id, name: nameOfRead(contact) };
}
