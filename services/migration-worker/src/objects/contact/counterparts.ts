import { contactType } from '@ridgeline/contracts';
import type { HubspotRecord } from '@ridgeline/hubspot';
import type { FoundByIds } from '../../hubspot-io/match-by-ids.ts';
import type { RecordKey } from '../../hubspot-io/read-records.ts';
import { sourceIdIn } from '../../hubspot-io/source-id.ts';

/** The HubSpot contacts that may be the counterpart of one AccuLynx contact. */
export interface Counterparts extends FoundByIds {
  /** The contact that has the e-mail, as its first or as an additional address. */
  readonly byEmail: HubspotRecord | null;
  /** The e-mail that its own record has and would lose, where we did not write it; else null. */
  readonly foreignEmail: string | null;
}

/** The AccuLynx id that a HubSpot contact carries, or null. */
export const sourceIdOf = (record: HubspotRecord): string | null => sourceIdIn(record, contactType);

/** All e-mail addresses of a HubSpot contact in lower case. */
export function emailsOf({ properties }: Pick<HubspotRecord, 'properties'>): readonly string[] {
  return [properties['email'] ?? '', ...(properties['hs_additional_emails'] ?? '').split(';')]
    .map((email) => email.trim().toLowerCase())
    .filter((email) => email !== '');
}

/** HubSpot looks contacts up by additional addresses too. */
export const emailKey: RecordKey = { property: 'email', valuesOf: emailsOf };
