import {
  contactListSpec,
  contactsPageSize,
  readList,
  UnreadableRecord,
  type AcculynxContact,
  type FetchPage,
  type ListPage,
} from '@ridgeline/acculynx';
import { contactType } from '@ridgeline/contracts';
import pMap from 'p-map';
import type { ReadByIds } from '../../../object-migration/object-migration.ts';
import { askAcculynx, askForRecord } from '../../../vendors/ask.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { contactPages } from './contact-source.ts';

/** The number of concurrent calls: as many as AccuLynx admits in the time of one answer. */
export const sideBySide = 6;

/** For fewer contacts in a round, asking for the length of the list does not pay off. */
const minForList = 20;

/** The maximum number of contacts in memory: about 50 MB. */
const maxInMemory = 50_000;

type ReadContact = AcculynxContact | UnreadableRecord;

/**
 * Reads contacts by their ids with at most about twice the minimum number of calls. Contacts are requested singly, one call
 * each, as long as the run needs no more calls for that than for the whole list, at 50 contacts per call. Beyond that, the
 * list is read once, and the rest is served from memory. A list that is too long for memory is never read. To be opened once
 * per run; all its calls get the run's signal. Throws `RunFailed` when AccuLynx rejects a call, and the signal's reason when
 * aborted.
 */
export function contactsByIds(
  acculynx: AcculynxAccess<'contact' | 'contactsPage'>,
): ReadByIds<AcculynxContact> {
  const reader = new ContactReader(acculynx, strictly(acculynx));
  return (ids, signal) => reader.read(ids, signal);
}

/** Reads single contacts, one call each. An error concerns only its own contact. */
export const contactsSingly =
  (acculynx: AcculynxAccess<'contact'>): ReadByIds<AcculynxContact> =>
  (ids, signal) =>
    singleContacts(ids, askAlone(acculynx), signal);

/** Keeps the contacts of a list for later rounds. */
interface ListKeeper {
  /** `askedAt`: the keeper's time before the attempt that read the contact's page. */
  keep(contact: AcculynxContact, askedAt: string): void;
  now(): string;
  /** How many contacts are kept; a longer list is only read for the current round. */
  readonly most: number;
  /** How many contacts are waiting per requested one, including itself. */
  readonly waiting: number;
  /** The ids of the whole list, if it did not shift; `askedAt` is before the attempt that read its first page. */
  listed(ids: ReadonlySet<string>, askedAt: string): void;
  /** Reads the whole list. */
  whole(readList: () => Promise<void>): Promise<void>;
}

/**
 * Reads the contacts of a round of auto-sync: singly, or as a list if that takes fewer calls, taking later rounds that it
 * serves into account. An error concerns only its own contact.
 */
export function contactsOfRound(
  acculynx: AcculynxAccess<'contact' | 'contactsPage'>,
  keeper?: ListKeeper,
): ReadByIds<AcculynxContact> {
  const ask = askAlone(acculynx);
  return (ids, signal) =>
    ids.length * (keeper?.waiting ?? 1) < minForList
      ? singleContacts(ids, ask, signal)
      : new ContactReader(acculynx, ask, keeper).read(ids, signal);
}

/** Asks for a single contact; null when AccuLynx does not have it. */
type AskForContact = (id: string, signal: AbortSignal) => Promise<ReadContact | null>;

/** Requests contacts one by one, some concurrently; contacts that AccuLynx does not have are missing. */
async function singleContacts(
  ids: Iterable<string>,
  ask: AskForContact,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadContact>> {
  const found = await pMap(ids, async (id) => [id, await ask(id, signal)] as const, {
    concurrency: sideBySide,
    signal,
  });
  return new Map(found.filter((pair): pair is [string, ReadContact] => pair[1] !== null));
}

/** A contact that AccuLynx rejects is unreadable; the others can be read. */
const askAlone =
  (acculynx: AcculynxAccess<'contact'>): AskForContact =>
  (id, signal) =>
    askForRecord(acculynx, id, (client, until) => client.contact(id, until), signal);

/** A contact that AccuLynx rejects ends the run, because skipping it would lose it. */
const strictly =
  (acculynx: AcculynxAccess<'contact'>): AskForContact =>
  (id, signal) =>
    askAcculynx(acculynx, contactType.noun.many, (client, until) => client.contact(id, until), signal);

/**
 * Pages whose contacts are kept as they arrive, each dated by the attempt that read it: AccuLynx may be unavailable for long.
 */
function keptPages(acculynx: AcculynxAccess<'contactsPage'>, keeper: ListKeeper): FetchPage<ReadContact> {
  return async (startIndex, signal) => {
    // Set by each attempt.
    let askedAt = '';
    const page = await contactPages(acculynx, () => (askedAt = keeper.now()))(startIndex, signal);
    for (const contact of page.items)
      if (!(contact instanceof UnreadableRecord)) keeper.keep(contact, askedAt);
    return page;
  };
}

class ContactReader {
  readonly #ask: AskForContact;
  readonly #pages: FetchPage<ReadContact>;
  readonly #keeper: ListKeeper | undefined;
  /** Contacts of the list that no caller has requested yet. */
  readonly #held = new Map<string, AcculynxContact>();
  #first: Promise<ListPage<ReadContact>> | null = null;
  #firstAskedAt: string | null = null;
  #list: Promise<void> | null = null;
  /** How many contacts this run would have had to request singly without the list. */
  #singles = 0;

  constructor(acculynx: AcculynxAccess<'contactsPage'>, ask: AskForContact, keeper?: ListKeeper) {
    this.#ask = ask;
    this.#keeper = keeper;
    const keep: ListKeeper['keep'] = (contact, askedAt) => {
      this.#firstAskedAt ??= askedAt;
      keeper?.keep(contact, askedAt);
    };
    this.#pages = keeper ? keptPages(acculynx, { ...keeper, keep }) : contactPages(acculynx);
  }

  async read(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ReadContact>> {
    signal.throwIfAborted();
    if (ids.length > 0) await this.#listWhenCheaper(ids.length, signal);
    return singleContacts(new Set(ids), async (id) => this.#take(id) ?? this.#ask(id, signal), signal);
  }

  async #listWhenCheaper(asked: number, signal: AbortSignal): Promise<void> {
    this.#first ??= this.#pages(0, signal);
    const { count } = await this.#first;
    const isKept = this.#keeper !== undefined && count !== null && count <= this.#keeper.most;
    this.#singles += asked * (isKept ? this.#keeper.waiting : 1);
    const cost = count === null || count > maxInMemory ? Infinity : Math.ceil(count / contactsPageSize);
    const readList = (): Promise<void> => this.#readList(signal);
    if (this.#singles > cost) this.#list ??= this.#keeper ? this.#keeper.whole(readList) : readList();
    await this.#list;
  }

  /** One pass is enough: contacts that it misses while the list shifts, or cannot read, are requested singly. */
  async #readList(signal: AbortSignal): Promise<void> {
    const fetch: FetchPage<ReadContact> = async (startIndex, unwanted) => {
      const known = startIndex === 0 ? this.#first : null;
      return known ?? this.#pages(startIndex, AbortSignal.any([signal, unwanted]));
    };
    const ids = new Set<string>();
    const reading = readList(fetch, contactListSpec, { ahead: sideBySide, passes: 1 });
    for await (const records of reading) {
      for (const { record } of records) {
        ids.add(record.id);
        if (!(record instanceof UnreadableRecord)) this.#held.set(record.id, record);
      }
      if (this.#held.size >= maxInMemory) return;
    }
    const { heldStill, gap } = reading.summary;
    if (heldStill && gap === 0 && this.#firstAskedAt) this.#keeper?.listed(ids, this.#firstAskedAt);
  }

  #take(id: string): AcculynxContact | null {
    const contact = this.#held.get(id) ?? null;
    this.#held.delete(id);
    return contact;
  }
}
