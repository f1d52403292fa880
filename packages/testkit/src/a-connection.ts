import {
  defaultDealSettings,
  type AcculynxLists,
  type Connection,
  type ConnectionDetail,
} from '@ridgeline/contracts';

const savedAt = '2026-01-05T09:00:00.000Z';

/** AccuLynx' lists of a location that has set up nothing. */
const noLists: AcculynxLists = {
  states: [],
  workTypes: [],
  tradeTypes: [],
  contactTypes: [],
  jobCategories: [],
  insuranceCompanies: [],
  leadSources: [],
};

/** A connection as the API answers it: both credentials valid, nothing subscribed, no choice made; `overrides` replaces fields. */
export function aConnection(overrides: Partial<Connection> = {}): Connection {
  return {
    id: 1,
    name: 'Main office',
    userId: 1,
    companyId: 'co_one',
    acculynxApiKey: '••••1a2b',
    hubspotPat: '••••3c4d',
    autoSyncNewContacts: false,
    autoSyncNewJobs: false,
    migrateContacts: false,
    migrateJobs: false,
    includeNoEmailContacts: false,
    customEventProcessorUrl: null,
    ...defaultDealSettings,
    acculynxStatus: 'valid',
    acculynxReason: null,
    hubspotStatus: 'valid',
    hubspotReason: null,
    autoSyncContactsOffSince: null,
    autoSyncJobsOffSince: null,
    lastCheckedAt: savedAt,
    webhookStatus: 'pending',
    webhookReason: null,
    lastEventAt: null,
    webhookProvedAt: null,
    webhookSubscribedAt: null,
    acculynxCompanyId: '2b0a4f2e-6c1d-4f6e-9a51-5f4f5d1c7a10',
    acculynxCompanyName: 'Roofs Ltd',
    acculynxSubscriptionId: null,
    acculynxInstanceTimezone: 'Central Standard Time',
    acculynxBaseUtcOffset: '-06:00:00',
    acculynxAdjustedUtcOffset: '-05:00:00',
    hasInsurance: false,
    hubSpotPortalId: '4711',
    hubspotObjectIds: {},
    portalId: '4711',
    hubSpotPortalTimezone: 'US/Central',
    portalAccountType: 'STANDARD',
    portalUtcOffset: '-05:00',
    portalUtcOffsetMilliseconds: -18_000_000,
    lastSync: null,
    createdAt: savedAt,
    updatedAt: savedAt,
    version: 1,
    ...overrides,
  };
}

/** The same with AccuLynx' lists, which are empty unless overridden. */
export function aConnectionDetail(overrides: Partial<ConnectionDetail> = {}): ConnectionDetail {
  return { ...noLists, ...aConnection(), ...overrides };
}
