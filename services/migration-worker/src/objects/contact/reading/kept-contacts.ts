import type { AcculynxContact } from '@ridgeline/acculynx';
import { LRUCache } from 'lru-cache';

/** A contact as a search or the list had it, and a moment of the orchestrator's database before that. */
export interface KeptContact {
  readonly source: AcculynxContact;
  readonly readAt: string;
}

/** A list of more contacts is not kept: it would push out those of other connections. */
export const maxListKept = 15_000;
/** So many contacts of all connections are kept in memory: about 40 MB. */
const maxKept = 40_000;

const keptOfAll = new LRUCache<string, KeptContact>({ max: maxKept });
let owners = 0;

/** What was read of a connection's contacts for its next rounds. All connections of a process share one bound. */
export class KeptContacts {
  readonly #owner = (owners += 1);

  get(sourceId: string): KeptContact | undefined {
    return keptOfAll.peek(this.#key(sourceId));
  }

  keep(contact: KeptContact): void {
    keptOfAll.set(this.#key(contact.source.id), contact);
  }

  forget(sourceId: string): void {
    keptOfAll.delete(this.#key(sourceId));
  }

  #key(sourceId: string): string {
    return `${String(this.#owner)} ${sourceId}`;
  }
}
