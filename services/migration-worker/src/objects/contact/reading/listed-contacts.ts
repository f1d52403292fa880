import type { AcculynxContact } from '@ridgeline/acculynx';
import { LRUCache } from 'lru-cache';
import { isNewerThan } from '../../../base/kept-records.ts';
import type { ReadCompanions, RoundCompanions } from '../../../object-migration/object-migration.ts';
import type { AcculynxAccess } from '../../../vendors/run-vendors.ts';
import { contactsOfRound } from './contact-by-ids.ts';

/*
 * Jobs name contacts that AccuLynx has no more: each costs a call that answers 404. Once a backlog has read the whole list of
 * contacts, and nothing shifted while it was read, the list tells which those are:
 *
 *   whole list ─> contact of a job is not in it ─> the first three are asked for ─> none is there: no more are asked for
 */

/** So many ids are kept, of all connections: about 20 MB. */
const maxIds = 200_000;
const maxAgeMs = 5 * 60_000;
/** That the list has all contacts is not documented: so many that it lacks must turn out to be absent. */
const proofs = 3;

/** What the whole list of an account had. */
class ListedContacts {
  readonly ids: ReadonlySet<string>;
  /** A moment of the orchestrator's database before the list was read. */
  readonly #readAt: string;
  readonly #absent = new Set<string>();
  #isTrue = true;

  constructor(ids: ReadonlySet<string>, readAt: string) {
    this.ids = ids;
    this.#readAt = readAt;
  }

  /**
   * Whether AccuLynx is known not to have a contact that jobs name, whose newest events were received at these moments: a job with a
   * later one may name a contact that is newer than the list.
   */
  lacks(id: string, namedAt: readonly (string | undefined)[]): boolean {
    const isNewer = namedAt.every((at) => at !== undefined && isNewerThan(this.#readAt, at));
    return isNewer && this.#isTrue && this.#absent.size >= proofs && !this.ids.has(id);
  }

  /** What the answer for a contact says about the list. */
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

/** Keeps which contacts an account has: all of its list, which held still. */
export function keepListed(account: string, ids: ReadonlySet<string>, readAt: string): void {
  listed.set(account, new ListedContacts(ids, readAt));
}

/** Reads the contacts that come along with a round of jobs, but those that AccuLynx is known not to have. */
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
