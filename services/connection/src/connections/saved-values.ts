import {
  connectionSettingsSchema,
  type AcculynxLists,
  type ConnectionSettings,
  type VendorCredentials,
} from '@ridgeline/contracts';
import type { ConnectionFacts } from '@ridgeline/contracts/internal';
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

/** What both vendors told a moment ago, when both accepted their credential. */
export function factColumns({ acculynx, hubspot, lists }: ConnectionFacts): ColumnValues {
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
      hasInsurance: lists.insuranceCompanies.length > 0,
      hubSpotPortalId: hubspot.portalId,
      hubSpotPortalTimezone: hubspot.timezone,
      portalAccountType: hubspot.accountType,
      portalUtcOffset: hubspot.utcOffset,
      portalUtcOffsetMilliseconds: hubspot.utcOffsetMilliseconds,
    }),
    acculynx_lists: lists satisfies AcculynxLists,
  };
}
