import type { RuleCase } from './rule-case.ts';

const calls = (service: string, result: string): string =>
  `ridgeline_vendor_calls_total{service="${service}",vendor="HubSpot",operation="POST /a",result="${result}"}`;
const waited = (le: string, vendor = 'AccuLynx'): string =>
  `ridgeline_governor_wait_seconds_bucket{service="migration-worker",vendor="${vendor}",le="${le}"}`;
const blocked = 'ridgeline_governor_blocked_seconds_total{service="migration-worker",budget="hubspot-token"}';

/** Alerts on AccuLynx and HubSpot. */
export const vendorCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineVendorRefusesCredential',
    fault: { [calls('migration-worker', 'refused')]: '_x9 1x20' },
    names: { vendor: 'HubSpot' },
    harmless: {
      what: 'a user types a wrong token',
      series: { [calls('validation', 'refused')]: '_x9 1+1x50' },
    },
  },
  {
    alert: 'RidgelineVendorFailing',
    fault: {
      [calls('migration-worker', 'ok')]: '0+10x8 80x20',
      [calls('migration-worker', 'failed')]: '_x9 5+5x20',
    },
    names: { vendor: 'HubSpot' },
    harmless: {
      what: 'one call in ten fails, some simultaneously, and one where nothing else happens',
      series: {
        [calls('migration-worker', 'ok')]: '0+10x60',
        [calls('migration-worker', 'silent')]: '0+1x60',
        [calls('migration-worker', 'failed')]: '0x8 15x50',
        'ridgeline_vendor_calls_total{service="validation",vendor="AccuLynx",operation="GET /a",result="failed"}':
          '0x8 1x50',
      },
    },
  },
  {
    alert: 'RidgelineVendorQuotaUsedUp',
    fault: { [calls('migration-worker', 'limited')]: '_x9 1+1x20' },
    names: { vendor: 'HubSpot' },
    harmless: {
      what: 'a call that is refused once',
      series: { [calls('migration-worker', 'limited')]: '_x9 1x50' },
    },
  },
  {
    alert: 'RidgelineVendorQuotaUsedUp',
    // A daily limit is used up: one call, one refusal, and nothing more for minutes.
    fault: { [blocked]: '0x8 300x20', [calls('migration-worker', 'limited')]: '_x9 1x20' },
    names: { budget: 'hubspot-token' },
    harmless: {
      what: 'one refusal asks for some seconds',
      series: { [blocked]: '0x8 5x50' },
    },
  },
  {
    alert: 'RidgelineGovernorWaitsLong',
    // Eight runs each have twelve calls in flight, and the address admits 24 per second: each call waits for four seconds.
    fault: {
      [waited('2.5')]: '0+360x8 2880x20',
      [waited('5')]: '0+360x40',
      [waited('+Inf')]: '0+360x40',
    },
    names: { vendor: 'AccuLynx' },
    harmless: {
      what: "one run at its key's full pace, and one that waits for its portal's window",
      series: {
        [waited('1')]: '0x60',
        [waited('2.5')]: '0+150x60',
        [waited('5')]: '0+150x60',
        [waited('+Inf')]: '0+150x60',
        [waited('5', 'HubSpot')]: '0x60',
        [waited('15', 'HubSpot')]: '0+100x60',
        [waited('+Inf', 'HubSpot')]: '0+100x60',
      },
    },
  },
];
