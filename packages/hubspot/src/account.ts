import { z } from 'zod';

/** A portal's facts (docs/vendors/hubspot.md, 13). */
export const accountDetailsSchema = z.object({
  portalId: z.union([z.number(), z.string()]).transform(String),
  accountType: z.string().catch(''),
  timeZone: z.string().catch(''),
  /** `±hh:mm`, in force now. */
  utcOffset: z.string().nullable().catch(null),
  utcOffsetMilliseconds: z.int().nullable().catch(null),
  uiDomain: z.string().catch('app.hubspot.com'),
  dataHostingLocation: z.string().catch(''),
});

export type AccountDetails = z.output<typeof accountDetailsSchema>;

/** What a token is and may do (3). HubSpot does not document this for service keys: no answer means unknown. */
export const tokenFactsSchema = z.object({
  hubId: z.union([z.number(), z.string()]).transform(String),
  scopes: z.array(z.string()),
});

export type TokenFacts = z.output<typeof tokenFactsSchema>;
