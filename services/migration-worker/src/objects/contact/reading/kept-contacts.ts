import type { AcculynxContact } from '@ridgeline/acculynx';
import { SharedKeep } from '../../../base/kept-records.ts';

/** A contact as a search or the list had it, and a moment of the orchestrator's database before that. */
export interface KeptContact {
  readonly source: AcculynxContact;
  readonly readAt: string;
}

/** A list of more contacts is not kept: it would push out those of other connections. */
export const maxListKept = 15_000;

/** About 40 MB. */
export const keptContacts = new SharedKeep<KeptContact>(40_000);
