import type { TestCompany } from '@ridgeline/testkit';
import { undo, type Fault, type Stage } from '../fault.ts';

/** A company whose migration has begun and takes some minutes. */
async function migrating({ newCompany }: Stage): Promise<TestCompany> {
  const company = await newCompany(3_000);
  await company.startMigration(await company.connect(), { batchSize: 10, concurrency: 4, delayMs: 500 });
  return company;
}

/** Has HubSpot answer a migration's calls in some way. */
async function hubspotAnswers(
  stage: Stage,
  effect: { readonly kind: string; readonly [more: string]: string | number },
  every = 1,
): Promise<AsyncDisposable> {
  const { control, user } = await migrating(stage);
  const { companyId } = user;
  await control.addFault({ vendor: 'hubspot', companyId, path: '/crm/**', every, effect });
  return undo(() => control.clearFaults());
}

/** Faults of AccuLynx and HubSpot. */
export const vendorFaults: readonly Fault[] = [
  {
    name: 'token-revoked',
    what: "a customer's HubSpot token is revoked while a migration uses it",
    alert: 'RidgelineVendorRefusesCredential',
    cause: 'ridgeline_vendor_calls_total{service="migration-worker", vendor="hubspot", result="refused"} > 0',
    plant: (stage) => hubspotAnswers(stage, { kind: 'revoke' }),
  },
  {
    name: 'quota-eaten',
    what: "another app uses up the limit of a customer's HubSpot portal",
    alert: 'RidgelineVendorQuotaUsedUp',
    cause: 'increase(ridgeline_governor_waits_total{cause="blocked"}[2m]) > 0',
    // The other app leaves some calls over.
    plant: (stage) => hubspotAnswers(stage, { kind: 'rate-limit', policy: 'ten-secondly' }, 3),
  },
  {
    name: 'vendor-down',
    what: 'HubSpot answers 503',
    alert: 'RidgelineVendorFailing',
    cause: 'rate(ridgeline_vendor_calls_total{vendor="hubspot", result="failed"}[1m]) > 0',
    plant: (stage) => hubspotAnswers(stage, { kind: 'http-error', status: 503 }),
  },
];
