import type { Dashboard } from './dashboard.ts';
import { lines, measured, number, one, orZero, quantile, stack } from './panel.ts';

const answers =
  'ridgeline_http_request_duration_seconds_count{@, service="gateway", route="/hooks/acculynx/:token"}';

/** Does what happens in AccuLynx arrive in HubSpot within seconds? */
export const sync: Dashboard = {
  name: 'sync',
  title: 'auto-sync',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Records that wait',
          help: 'Records that auto-sync has yet to copy: of connections that are worked on, and of those that wait for a vendor.',
          unit: 'none',
          queries: one('max by (state) (ridgeline_sync_due_records{@})', '{{state}}'),
        }),
        number({
          title: 'Stalled connections',
          help: 'Connections that have waited for a round, or for the end of one, for more than 30 seconds, and not for a vendor.',
          unit: 'none',
          queries: one('max(ridgeline_sync_overdue_connections{@})'),
          badFrom: 1,
          alerts: ['RidgelineSyncBehind'],
        }),
        number({
          title: 'Dead letters',
          help: 'Records that auto-sync stopped trying to copy. Their companies see them on the page of the connection.',
          unit: 'none',
          queries: one('max(ridgeline_sync_dead_letters{@})'),
          alerts: ['RidgelineSyncDeadLetters'],
        }),
      ],
    },
    {
      title: 'Events of AccuLynx',
      panels: [
        stack({
          title: 'Events by result',
          help: 'What is sent to the addresses of connections? unavailable is sent again by AccuLynx; unreadable, unknown_topic, foreign and over_rate name no record, so that their connection must be searched.',
          unit: 'ops',
          queries: one(
            'sum by (result) (rate(ridgeline_webhook_deliveries_total{@}[$__rate_interval]))',
            '{{result}}',
          ),
          alerts: ['RidgelineIntakeFailing'],
        }),
        lines({
          title: 'Answers to AccuLynx',
          help: 'What does the gateway answer? 204 is accepted; AccuLynx sends again what is answered otherwise.',
          unit: 'reqps',
          queries: one(
            orZero(`sum by (status) (rate(${answers}[$__rate_interval]))`, 'status'),
            '{{status}}',
          ),
          alerts: ['RidgelineIntakeFailing'],
        }),
        stack({
          title: 'Webhooks that were made again',
          help: 'Do subscriptions at AccuLynx break? Each is made again three times a day; limit counts looks at those that used that up.',
          unit: 'none',
          queries: one(
            'sum by (cause, result) (increase(ridgeline_subscription_renewals_total{@}[1h]))',
            '{{cause}} {{result}}',
          ),
          alerts: ['RidgelineSubscriptionsFailing'],
        }),
      ],
    },
    {
      title: 'Copying',
      panels: [
        lines({
          title: 'Longest wait for a round',
          help: 'Does a connection stall? Since its first record was due, its last round was taken, or the open one was; waits for vendors are left out.',
          unit: 's',
          queries: one('max(ridgeline_sync_overdue_seconds{@})', 'waits for a round'),
          badFrom: 30,
          alerts: ['RidgelineSyncBehind'],
        }),
        lines({
          title: 'Oldest record that waits',
          help: 'How far is the list behind? Records that wait for their next attempt are among them.',
          unit: 's',
          queries: one('max by (state) (ridgeline_sync_oldest_seconds{@})', '{{state}}'),
        }),
        lines({
          title: 'Time from event to outcome',
          help: 'How soon is a change copied? The goal is 5 s for 95 of 100.',
          unit: 's',
          queries: [
            {
              query: orZero(measured(quantile(0.95, 'ridgeline_sync_delay_seconds', []))),
              called: 'p95',
            },
            { query: orZero(measured(quantile(0.5, 'ridgeline_sync_delay_seconds', []))), called: 'median' },
          ],
          badFrom: 5,
        }),
        stack({
          title: 'Records by outcome',
          help: 'How many records does auto-sync copy, and with which outcome?',
          unit: 'recps',
          queries: one(
            orZero('sum by (outcome) (rate(ridgeline_sync_records_total{@}[$__rate_interval]))', 'outcome'),
            '{{outcome}}',
          ),
          alerts: ['RidgelineSyncDeadLetters'],
        }),
        lines({
          title: 'Rounds by result',
          help: 'Do rounds come to their end? One that is put back waits for a vendor, one that failed met an internal error.',
          unit: 'ops',
          queries: one(
            'sum by (result) (rate(ridgeline_sync_rounds_total{@}[$__rate_interval]))',
            '{{result}}',
          ),
          alerts: ['RidgelineSyncBehind'],
        }),
        lines({
          title: 'Places in use',
          help: "Is there room for another portal's auto-sync, and for another sweep?",
          unit: 'none',
          queries: [
            { query: 'sum(ridgeline_worker_active_syncs{@})', called: 'syncs' },
            { query: 'sum(ridgeline_worker_sync_places{@})', called: 'places' },
            { query: 'sum(ridgeline_worker_active_sweeps{@})', called: 'sweeps' },
            { query: 'sum(ridgeline_worker_sweep_places{@})', called: 'places of sweeps' },
          ],
          alerts: ['RidgelineSyncBehind'],
        }),
        lines({
          title: 'New dead letters within 10 minutes',
          help: 'Records that auto-sync stopped trying to copy: rejected by HubSpot, or after a day of attempts.',
          unit: 'none',
          queries: one('sum by (cause) (increase(ridgeline_sync_dead_lettered_total{@}[10m]))', '{{cause}}'),
          badFrom: 20,
          alerts: ['RidgelineSyncDeadLetters'],
        }),
      ],
    },
    {
      title: 'Sweeps',
      panels: [
        stack({
          title: 'Changes without an event',
          help: 'What did sweeps find within 2 hours before any event of it? None came within an hour (missed), one came later (late), or before AccuLynx showed the change (early); open is not decided.',
          unit: 'none',
          queries: one('max by (verdict) (ridgeline_sweep_findings{@})', '{{verdict}}'),
          alerts: ['RidgelineChangesMissed'],
        }),
        lines({
          title: 'Sweeps overdue',
          help: 'Do sweeps come to their end (recent), and find a worker (all)? Those that wait for a vendor are left out.',
          unit: 's',
          queries: one('max by (pass) (ridgeline_sweep_overdue_seconds{@})', '{{pass}}'),
          badFrom: 1800,
          alerts: ['RidgelineSweepsOverdue'],
        }),
        stack({
          title: 'Records compared by sweeps',
          help: 'How many records are compared with what was copied last? due differed, noted had no comparable state, left is for migrations.',
          unit: 'recps',
          queries: one(
            orZero('sum by (result) (rate(ridgeline_sweep_records_total{@}[$__rate_interval]))', 'result'),
            '{{result}}',
          ),
          alerts: ['RidgelineSweepsOverdue'],
        }),
      ],
    },
  ],
};
