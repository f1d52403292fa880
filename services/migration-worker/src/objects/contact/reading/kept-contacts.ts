import type { AcculynxContact } from '@ridgeline/acculynx';
import { SharedKeep } from '../../../base/kept-records.ts';

/** A contact from a search or the list, and a database time of the orchestrator before it was read. */
export interface KeptContact {
  readonly source: AcculynxContact;
  readonly readAt: string;
}

/** A longer list is not kept, because it would displace those of other connections. */
export const maxListKept = 15_000;

/** About 40 MB. */
export const keptContacts = new SharedKeep<KeptContact>(40_000);
