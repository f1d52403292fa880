import { defaultDealSettings, type Connection, type ConnectionDetail } from '@ridgeline/contracts';

/** A connection for tests: both credentials valid, auto-sync on, with the given differences. */
export function aConnection(difference: Partial<Connection> = {}): Connection {
  return {
    id: 3,
    name: 'Summit Roofing - Denver',
    userId: 7,
    companyId: 'summit',
    acculynxApiKey: '••••1a2b',
    hubspotPat: '••••9f0e',
    autoSyncNewContacts: true,
    autoSyncNewJobs: true,
    customEventProcessorUrl: null,
    ...defaultDealSettings,
    acculynxStatus: 'valid',
    acculynxReason: null,
    hubspotStatus: 'valid',
    hubspotReason: null,
    lastCheckedAt: '2025-01-02T12:00:00.000Z',
    webhookStatus: 'active',
    webhookReason: null,
    lastEventAt: '2025-01-02T11:58:00.000Z',
    acculynxCompanyId: '0b6f2f9c-5f0a-4f0e-9f57-1b2c3d4e5f60',
    acculynxCompanyName: 'Summit Roofing',
    acculynxSubscriptionId: 'b1d6c1f0-7f5c-4a53-8a70-6f1f2f3f4f5f',
    acculynxInstanceTimezone: 'Mountain Standard Time',
    acculynxBaseUtcOffset: '-07:00:00',
    acculynxAdjustedUtcOffset: '-06:00:00',
    hasInsurance: true,
    hubSpotPortalId: '244111',
    hubSpotPortalTimezone: 'US/Mountain',
    portalAccountType: 'STANDARD',
    portalUtcOffset: '-06:00',
    portalUtcOffsetMilliseconds: -21_600_000,
    lastSync: '2025-01-02T10:00:00.000Z',
    createdAt: '2024-11-02T12:00:00.000Z',
    updatedAt: '2025-01-01T12:00:00.000Z',
    version: 4,
    ...difference,
  };
}

const choices = (...names: string[]) => names.map((name, index) => ({ id: String(index + 1), name }));

/** The same with AccuLynx' lists. */
export function aConnectionDetail(difference: Partial<ConnectionDetail> = {}): ConnectionDetail {
  return {
    ...aConnection(),
    states: choices('Colorado', 'Utah'),
    workTypes: choices('Replacement', 'Repair', 'Inspection'),
    tradeTypes: choices('Roofing', 'Gutters'),
    contactTypes: choices('Customer', 'Adjuster'),
    jobCategories: choices('Residential', 'Commercial'),
    insuranceCompanies: choices('Acme Mutual'),
    leadSources: choices('Referral', 'Door knocking', 'Web'),
    ...difference,
  };
}
