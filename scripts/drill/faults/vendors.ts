import type { Fault, Stage } from '../fault.ts';
import { longMigration } from './long-migration.ts';

/** What HubSpot answers, and to whom: to all companies, or only to the one whose migration runs. */
interface HubspotFault {
  readonly everybody?: true;
  readonly effect: { readonly kind: string; readonly [more: string]: string | number };
}

/** Makes HubSpot answer in a certain way while a migration runs. */
async function hubspotAnswers(stage: Stage, { everybody, effect }: HubspotFault): Promise<AsyncDisposable> {
  await using planting = new AsyncDisposableStack();
  const { control, user } = planting.use(await longMigration(stage)).company;
  const whose = everybody ? {} : { companyId: user.companyId };
  await control.addFault({ vendor: 'hubspot', path: '/crm/**', effect, ...whose });
  planting.defer(() => control.clearFaults());
  return planting.move();
}

/** Faults of AccuLynx and HubSpot. */
export const vendorFaults: readonly Fault[] = [
  {
    name: 'token-revoked',
    what: "a customer's HubSpot token is revoked while a migration uses it",
    alert: 'RidgelineVendorRefusesCredential',
    signs: [
      {
        panel: 'vendors and quota › Refused credentials within 10 minutes',
        labels: { vendor: 'HubSpot' },
        above: 0,
      },
      { log: 'The run failed', service: 'migration-worker' },
    ],
    act: 'One customer: nothing',
    plant: (stage) => hubspotAnswers(stage, { effect: { kind: 'revoke' } }),
  },
  {
    name: 'quota-eaten',
    what: "another app uses up the day's limit of a customer's HubSpot portal: every call is a 429",
    alert: 'RidgelineVendorQuotaUsedUp',
    signs: [
      {
        panel: 'vendors and quota › Blocked by refusals within 10 minutes',
        labels: { budget: 'hubspot-token' },
        above: 15,
      },
      { panel: 'vendors and quota › Use of limits', labels: { budget: 'hubspot-token' }, below: 0.5 },
    ],
    act: "One customer's limit",
    plant: (stage) => hubspotAnswers(stage, { effect: { kind: 'rate-limit', policy: 'daily' } }),
  },
  {
    name: 'vendor-down',
    what: 'HubSpot answers every call with 503',
    alert: 'RidgelineVendorFailing',
    signs: [
      {
        panel: 'vendors and quota › Share of calls that the vendor fails',
        labels: { vendor: 'HubSpot' },
        above: 0.9,
      },
      {
        panel: 'vendors and quota › Calls by result',
        labels: { vendor: 'HubSpot', result: 'failed' },
        above: 0,
      },
    ],
    act: "The vendor's status page",
    plant: (stage) => hubspotAnswers(stage, { everybody: true, effect: { kind: 'http-error', status: 503 } }),
  },
];
