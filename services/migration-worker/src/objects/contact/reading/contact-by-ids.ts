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

/** So many calls are on their way side by side: as many as AccuLynx admits while one is answered. */
export const sideBySide = 6;

/** For fewer contacts of a round it does not pay to ask how long the list is. */
const minForList = 20;

/** So many contacts are held in memory at the most: about 50 MB. */
const maxInMemory = 50_000;

type ReadContact = AcculynxContact | UnreadableRecord;

/**
 * Reads contacts by their ids with about twice the least possible calls at the most. Single contacts are asked for, one
 * call each, as long as those of the run cost no more calls than the whole list, of which a call gives 50; as soon as
 * they would, the list is read once, and the rest is served from memory. A list longer than what is held in memory is
 * never read. To be opened once for a run, whose signal all its calls get. Throws `RunFailed` when AccuLynx rejects a call, and
 * the signal's reason when aborted.
 */
export function contactsByIds(
  acculynx: AcculynxAccess<'contact' | 'contactsPage'>,
): ReadByIds<AcculynxContact> {
  const reader = new ContactReader(acculynx, strictly(acculynx));
  return (ids, signal) => reader.read(ids, signal);
}

/** Reads single contacts, one call each. One's fault stays with it. */
export const contactsSingly =
  (acculynx: AcculynxAccess<'contact'>): ReadByIds<AcculynxContact> =>
  (ids, signal) =>
    singleContacts(ids, askAlone(acculynx), signal);

/** Who keeps what a list holds for later rounds. */
interface ListKeeper {
  /** `askedAt`: by the keeper's clock, before the attempt that got the contact's page. */
  keep(contact: AcculynxContact, askedAt: string): void;
  now(): string;
  /** So many contacts are kept; a longer list is read for one round alone. */
  readonly most: number;
  /** How many contacts wait for each that is asked for now, itself included. */
  readonly waiting: number;
  /** What the whole list had, if it held still; `askedAt` is before the attempt that got its first page. */
  listed(ids: ReadonlySet<string>, askedAt: string): void;
  /** Reads the whole list. */
  whole(readList: () => Promise<void>): Promise<void>;
}

/**
 * Reads the contacts of a round of auto-sync: singly, or as a list where that takes fewer calls, those of later rounds that it
 * serves included. One's fault stays with it.
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

/** Asks for contacts one by one, some side by side; what AccuLynx does not have is missing. */
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

/** One that AccuLynx rejects cannot be read; the others can. */
const askAlone =
  (acculynx: AcculynxAccess<'contact'>): AskForContact =>
  (id, signal) =>
    askForRecord(acculynx, id, (client, until) => client.contact(id, until), signal);

/** One that AccuLynx rejects ends the run: to leave it out would lose it. */
const strictly =
  (acculynx: AcculynxAccess<'contact'>): AskForContact =>
  (id, signal) =>
    askAcculynx(acculynx, contactType.noun.many, (client, until) => client.contact(id, until), signal);

/** Pages whose contacts are kept as they come, each as new as the attempt that got it: AccuLynx may be unavailable for long. */
function keptPages(acculynx: AcculynxAccess<'contactsPage'>, keeper: ListKeeper): FetchPage<ReadContact> {
  return async (startIndex, signal) => {
    // Each attempt sets it.
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
  /** What the list held and no caller has asked for yet. */
  readonly #held = new Map<string, AcculynxContact>();
  #first: Promise<ListPage<ReadContact>> | null = null;
  #firstAskedAt: string | null = null;
  #list: Promise<void> | null = null;
  /** How many contacts this run had to ask for singly, had it not read the list. */
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

  /** One pass is enough: what it misses while the list shifts, or cannot read, is asked for singly. */
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
