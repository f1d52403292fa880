import type { Fact } from '../seeded/past-facts.ts';

/** What users did to a company's records during auto-sync, against which its result is checked. */
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
