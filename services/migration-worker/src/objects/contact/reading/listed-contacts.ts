import type { AcculynxContact } from '@ridgeline/acculynx';
import { LRUCache } from 'lru-cache';
import { isNewerThan } from '../../../base/kept-records.ts';
import type { ReadCompanions, RoundCompanions } from '../../../object-migration/object-migration.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { contactsOfRound } from './contact-by-ids.ts';

/*
 * Jobs may name contacts that AccuLynx no longer has: each costs a call that answers 404. Once a backlog has read the whole list
 * of contacts, and nothing shifted while it was read, the list shows which contacts those are:
 *
 *   whole list ─> a job's contact is not in it ─> the first three are requested ─> none exists: no more are requested
 */

/** How many ids are kept, for all connections: about 20 MB. */
const maxIds = 200_000;
const maxAgeMs = 5 * 60_000;
/**
 * It is not documented that the list contains all contacts, so this many contacts that it lacks must be confirmed as absent.
 */
const proofs = 3;

/** The contacts in the whole list of an account. */
class ListedContacts {
  readonly ids: ReadonlySet<string>;
  /** A database time of the orchestrator before the list was read. */
  readonly #readAt: string;
  readonly #absent = new Set<string>();
  #isTrue = true;

  constructor(ids: ReadonlySet<string>, readAt: string) {
    this.ids = ids;
    this.#readAt = readAt;
  }

  /**
   * Whether AccuLynx is known not to have a contact named by jobs whose newest events were received at these times: a job
   * with a later event may name a contact that is newer than the list.
   */
  lacks(id: string, namedAt: readonly (string | undefined)[]): boolean {
    const isNewer = namedAt.every((at) => at !== undefined && isNewerThan(this.#readAt, at));
    return isNewer && this.#isTrue && this.#absent.size >= proofs && !this.ids.has(id);
  }

  /** Learns from a single answer whether the list is complete. */
  learn(id: string, isThere: boolean): void {
    if (this.ids.has(id)) return;
    if (isThere) this.#isTrue = false;
    else this.#absent.add(id);
  }
}

const listed = new LRUCache<string, ListedContacts>({
  maxSize: maxIds,
  sizeCalculation: ({ ids }) => ids.size + 1,
  ttl: maxAgeMs,
});

/** Stores which contacts an account has, from a complete list that did not shift. */
export function keepListed(account: string, ids: ReadonlySet<string>, readAt: string): void {
  listed.set(account, new ListedContacts(ids, readAt));
}

/** Reads the contacts related to a round's jobs, except those that AccuLynx is known not to have. */
export function contactsAlong(
  acculynx: AcculynxAccess<'contact' | 'contactsPage'>,
  { account, knownAt }: RoundCompanions,
): ReadCompanions<AcculynxContact> {
  const read = contactsOfRound(acculynx);
  return async (ids, signal, namedBy) => {
    const list = listed.get(account);
    const namedAt = (id: string) => (namedBy.get(id) ?? []).map((job) => knownAt.get(job));
    const asked = ids.filter((id) => !list?.lacks(id, namedAt(id)));
    const found = await read(asked, signal);
    for (const id of asked) list?.learn(id, found.has(id));
    return found;
  };
}
