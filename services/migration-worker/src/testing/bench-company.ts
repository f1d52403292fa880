import { defaultDealSettings } from '@ridgeline/contracts';

/** The company that the runs of these tests migrate. */
export const company = {
  companyId: 'brazos',
  acculynxApiKey: 'alx-key-of-brazos',
  hubspotToken: 'pat-na1-brazos',
  contacts: 320,
  jobs: 0,
  portalId: 4711,
};

/** The company's credentials as the connection service returns them. */
export const companySecrets = {
  connectionId: 3,
  companyId: company.companyId,
  hubSpotPortalId: String(company.portalId),
  acculynxApiKey: company.acculynxApiKey,
  hubspotPat: company.hubspotToken,
  deals: defaultDealSettings,
};

/** The simulators' options: fast, and without limits. */
export const simulated = {
  companies: [company],
  settings: {
    acculynx: { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: false } },
    hubspot: {
      latency: { baseMs: 0, perRecordMs: 0 },
      limits: { enabled: false },
      behaviour: { definitionLagMs: [0, 0] as [number, number], searchLagMs: 0 },
    },
  },
};
