import type { Fact } from '../seeded/past-facts.ts';

/** What people did to a company's records while they were synced, by which its end is checked. */
export interface SyncFacts {
  /** Contacts that people merged in HubSpot. */
  readonly merged: Extract<Fact, { kind: 'merged' }>[];
  /** Addresses that merged records had: HubSpot keeps them as additional ones, which no other record can have. */
  readonly heldAside: Set<string>;
  /** Source ids of contacts whose record people deleted in HubSpot. */
  readonly deleted: Set<string>;
  /** Source ids of jobs whose deal people moved, and the stage. */
  readonly moved: Map<string, string>;
}

export const noFacts = (): SyncFacts => ({
  merged: [],
  heldAside: new Set(),
  deleted: new Set(),
  moved: new Map(),
});
