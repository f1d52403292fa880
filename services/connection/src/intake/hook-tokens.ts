import type { Database } from '@ridgeline/postgres';
import { hashOfToken } from '../subscriptions/token-store.postgres.ts';
import { Batches } from './batches.ts';
import { findHookOwners, type HookOwner } from './delivery-store.postgres.ts';

interface Known {
  readonly owner: HookOwner;
  /** By `performance.now()`. */
  readonly until: number;
}

/** A replaced token, or that of a deleted connection, may stay cached this long; the store checks again before it stores. */
const knownMs = 2_000;
const maxKnown = 20_000;

/**
 * Finds the owner of a token. Existing tokens are cached briefly. Unknown ones are looked up together, one statement at a
 * time, so that a flood of made-up tokens costs no more than that.
 */
export class HookTokens {
  readonly #lookups: Batches<Buffer, { readonly owner: HookOwner | null }>;
  readonly #known = new Map<string, Known>();

  constructor(db: Database) {
    this.#lookups = new Batches({
      work: async (hashes) =>
        (await db.forSystem((tx) => findHookOwners(tx, hashes))).map((owner) => ({ owner })),
      size: 500,
      running: 1,
      waiting: 10_000,
    });
  }

  /** null for a token that no connection has, or that is no longer valid. Throws `server.unavailable`. */
  async find(token: string): Promise<HookOwner | null> {
    const hash = hashOfToken(token);
    const key = hash.toString('base64');
    const known = this.#known.get(key);
    if (known && performance.now() < known.until) return known.owner;
    const { owner } = await this.#lookups.submit(hash);
    this.#known.delete(key);
    if (owner) this.#remember(key, owner);
    return owner;
  }

  #remember(key: string, owner: HookOwner): void {
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxKnown && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(key, { owner, until: performance.now() + knownMs });
  }
}
