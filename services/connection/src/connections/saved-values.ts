import {
  connectionSettingsSchema,
  type AcculynxLists,
  type Connection,
  type ConnectionSettings,
  type VendorCredentials,
} from '@ridgeline/contracts';
import type { ConnectionFacts, FoundLists } from '@ridgeline/contracts/internal';
import { noLists } from './connection-store.postgres.ts';
import { hintOf } from '../secrets/mask.ts';
import { columnsOf, type ColumnValues } from './connection-fields.ts';

/** What people chose, without whatever else is there; an address that was emptied is none. */
export function settingsOf(source: ConnectionSettings): ConnectionSettings {
  const settings = connectionSettingsSchema.parse(source);
  const url = settings.customEventProcessorUrl;
  return { ...settings, customEventProcessorUrl: url === '' ? null : url };
}

/** By what people tell the credentials from others. */
export function hintColumns({ acculynxApiKey, hubspotPat }: VendorCredentials): ColumnValues {
  return columnsOf({ acculynxApiKey: hintOf(acculynxApiKey), hubspotPat: hintOf(hubspotPat) });
}

/** What is stored of AccuLynx' lists. */
type StoredLists = AcculynxLists & Pick<Connection, 'hasInsurance'>;

/** Of a connection that is not stored yet. */
export const noStoredLists: StoredLists = { ...noLists, hasInsurance: null };

/** A list that AccuLynx did not tell keeps what is stored. */
function keptLists(found: FoundLists, stored: StoredLists): AcculynxLists {
  const names = Object.keys(found) as (keyof FoundLists)[];
  return Object.fromEntries(names.map((name) => [name, found[name] ?? stored[name]])) as AcculynxLists;
}

/** What both vendors told a moment ago, when both accepted their credential, beside what is stored. */
export function factColumns(
  { acculynx, hubspot, lists, hubspotObjectIds }: ConnectionFacts,
  stored: StoredLists,
): ColumnValues {
  const { insuranceCompanies } = lists;
  return {
    ...columnsOf({
      acculynxStatus: 'valid',
      acculynxReason: null,
      hubspotStatus: 'valid',
      hubspotReason: null,
      lastCheckedAt: new Date().toISOString(),
      acculynxCompanyId: acculynx.companyId,
      acculynxCompanyName: acculynx.companyName,
      acculynxInstanceTimezone: acculynx.timezone,
      acculynxBaseUtcOffset: acculynx.baseUtcOffset,
      acculynxAdjustedUtcOffset: acculynx.adjustedUtcOffset,
      hasInsurance: insuranceCompanies ? insuranceCompanies.length > 0 : stored.hasInsurance,
      hubSpotPortalId: hubspot.portalId,
      hubspotObjectIds,
      hubSpotPortalTimezone: hubspot.timezone,
      portalAccountType: hubspot.accountType,
      portalUtcOffset: hubspot.utcOffset,
      portalUtcOffsetMilliseconds: hubspot.utcOffsetMilliseconds,
    }),
    acculynx_lists: keptLists(lists, stored),
  };
}
