import type { Dashboard } from './dashboard.ts';
import { countedWithin, lines, measured, number, one, orZero, quantile, stack } from './panel.ts';

/** Do AccuLynx and HubSpot answer, and is there room below their limits? */
export const vendors: Dashboard = {
  name: 'vendors',
  title: 'vendors and quota',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Calls that wait for their turn',
          help: 'Calls that the rate governor holds back now. Some are normal while migrations run.',
          unit: 'none',
          queries: one(
            'sum by (vendor, priority) (ridgeline_governor_waiting_calls{@})',
            '{{vendor}}, {{priority}}',
          ),
          alerts: ['RidgelineGovernorWaitsLong'],
        }),
        number({
          title: 'Paced without Redis',
          help: 'Processes that pace their calls by a local share of the limits, because Redis is unavailable.',
          unit: 'none',
          queries: one('sum(ridgeline_governor_alone{@})'),
          badFrom: 1,
          alerts: ['RidgelineRedisAway'],
        }),
      ],
    },
    {
      title: 'Calls',
      panels: [
        stack({
          title: 'Calls by result',
          help: 'How do our calls end? limited is 429, refused a credential, rejected a request, failed the vendor, silent no answer.',
          unit: 'reqps',
          queries: one(
            'sum by (vendor, result) (rate(ridgeline_vendor_calls_total{@}[$__rate_interval]))',
            '{{vendor}} {{result}}',
          ),
          alerts: ['RidgelineVendorFailing', 'RidgelineVendorQuotaUsedUp'],
        }),
        lines({
          title: 'Share of calls that the vendor fails',
          help: 'Is a vendor down or not reached?',
          unit: 'percentunit',
          queries: one(
            measured(`(sum by (vendor) (rate(ridgeline_vendor_calls_total{@, result=~"failed|silent"}[$__rate_interval]))
              or 0 * sum by (vendor) (rate(ridgeline_vendor_calls_total{@}[$__rate_interval])))
            / sum by (vendor) (rate(ridgeline_vendor_calls_total{@}[$__rate_interval]))`),
            '{{vendor}}',
          ),
          badFrom: 0.2,
          alerts: ['RidgelineVendorFailing'],
        }),
        lines({
          title: 'Refused credentials within 10 minutes',
          help: 'Calls of workers with a stored credential that the vendor does not accept.',
          unit: 'none',
          queries: one(
            orZero(
              `sum by (vendor) (${countedWithin('10m', 'ridgeline_vendor_calls_total{@, service="migration-worker", result="refused"}')})`,
              'vendor',
            ),
            '{{vendor}}',
          ),
          alerts: ['RidgelineVendorRefusesCredential'],
        }),
        lines({
          title: 'Time of calls (p95)',
          help: 'Is a vendor slow?',
          unit: 's',
          queries: one(
            measured(quantile(0.95, 'ridgeline_vendor_call_duration_seconds', ['vendor'])),
            '{{vendor}}',
          ),
        }),
        lines({
          title: 'Slowest operations (mean)',
          help: 'Which calls cost the time?',
          unit: 's',
          queries: one(
            `topk(8, sum by (vendor, operation) (rate(ridgeline_vendor_call_duration_seconds_sum{@}[$__rate_interval]))
            / sum by (vendor, operation) (rate(ridgeline_vendor_call_duration_seconds_count{@}[$__rate_interval])) >= 0)`,
            '{{vendor}} {{operation}}',
          ),
        }),
        lines({
          title: 'Checks of credentials',
          help: 'What do vendors say of credentials that people save and that are checked daily?',
          unit: 'ops',
          queries: one(
            'sum by (vendor, verdict) (rate(ridgeline_credential_checks_total{@}[$__rate_interval]))',
            '{{vendor}} {{verdict}}',
          ),
        }),
      ],
    },
    {
      title: 'Limits',
      panels: [
        lines({
          title: 'Use of limits',
          help: 'How much of each limit is used in the window that is going on, where it is used most?',
          unit: 'percentunit',
          queries: [
            {
              query: `max by (budget) (ridgeline_governor_used_calls{@, budget!="acculynx-address"})
              / max by (budget) (ridgeline_governor_limit_calls{@, budget!="acculynx-address"})`,
              called: '{{budget}}',
            },
            {
              query: `sum by (budget) (ridgeline_governor_used_calls{@, budget="acculynx-address"})
              / max by (budget) (ridgeline_governor_limit_calls{@, budget="acculynx-address"})`,
              called: '{{budget}}',
            },
          ],
        }),
        lines({
          title: 'Calls by limit',
          help: 'How many calls count for each limit?',
          unit: 'reqps',
          queries: one(
            'sum by (budget) (rate(ridgeline_governor_calls_total{@}[$__rate_interval]))',
            '{{budget}}',
          ),
        }),
        lines({
          title: 'Blocked by refusals within 10 minutes',
          help: 'How long refused calls held others back. We stay below the limits: another client uses them too.',
          unit: 's',
          queries: one(
            'sum by (budget) (increase(ridgeline_governor_blocked_seconds_total{@}[10m]))',
            '{{budget}}',
          ),
          alerts: ['RidgelineVendorQuotaUsedUp'],
        }),
        lines({
          title: 'Waits because a limit is blocked',
          help: 'How many calls came while their limit was blocked?',
          unit: 'ops',
          queries: one(
            'sum by (budget) (rate(ridgeline_governor_waits_total{@, cause="blocked"}[$__rate_interval]))',
            '{{budget}}',
          ),
        }),
        lines({
          title: 'Time of waits (p95)',
          help: 'How long do calls of each priority wait for their turn? Those to HubSpot wait for their own customer only; background work has 5 % of a key.',
          unit: 's',
          queries: one(
            measured(quantile(0.95, 'ridgeline_governor_wait_seconds', ['vendor', 'priority'])),
            '{{vendor}}, {{priority}}',
          ),
          badFrom: 2.5,
          alerts: ['RidgelineGovernorWaitsLong'],
        }),
        lines({
          title: 'Calls by priority',
          help: 'How many calls of people, auto-sync, migrations and background work are let go?',
          unit: 'reqps',
          queries: one(
            'sum by (vendor, priority) (rate(ridgeline_governor_wait_seconds_count{@}[$__rate_interval]))',
            '{{vendor}}, {{priority}}',
          ),
        }),
      ],
    },
  ],
};
