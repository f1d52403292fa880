import type { Dashboard } from './dashboard.ts';
import { lines, measured, number, one, orZero, quantile, stack } from './panel.ts';

const requests = 'ridgeline_http_request_duration_seconds';

/** What do users get at the gateway: requests, sign-ins, live screens, emails? */
export const gateway: Dashboard = {
  name: 'gateway',
  title: 'gateway and sessions',
  sections: [
    {
      title: 'Now',
      panels: [
        number({
          title: 'Open live streams',
          help: 'Tabs in which a user watches.',
          unit: 'none',
          queries: one('sum(ridgeline_live_streams{@})'),
        }),
        number({
          title: 'Late live updates (p95)',
          help: 'From the commit to the writing to all open streams.',
          unit: 's',
          queries: one(quantile(0.95, 'ridgeline_live_delivery_delay_seconds', [])),
          badFrom: 2,
          alerts: ['RidgelineLiveUpdatesLate'],
        }),
      ],
    },
    {
      title: 'Requests',
      panels: [
        stack({
          title: 'Answers by status',
          help: 'What does the gateway answer?',
          unit: 'reqps',
          queries: one(
            `sum by (status) (rate(${requests}_count{@, service="gateway"}[$__rate_interval]))`,
            '{{status}}',
          ),
        }),
        lines({
          title: 'Busiest routes',
          help: 'What is asked most, in all services?',
          unit: 'reqps',
          queries: one(
            `topk(8, sum by (service, method, route) (rate(${requests}_count{@}[$__rate_interval])))`,
            '{{service}} {{method}} {{route}}',
          ),
        }),
        lines({
          title: 'Routes that fail',
          help: 'Which routes answer 5xx?',
          unit: 'reqps',
          queries: one(
            orZero(
              `topk(8, sum by (service, method, route) (rate(${requests}_count{@, status=~"5.."}[$__rate_interval])))`,
              'route',
            ),
            '{{service}} {{method}} {{route}}',
          ),
          alerts: ['RidgelineServerErrors'],
        }),
        lines({
          title: 'Slowest routes (mean)',
          help: 'Which reading requests take long? Live streams are left out.',
          unit: 's',
          queries: one(
            `topk(8, sum by (service, route) (rate(${requests}_sum{@, method="GET", route!~".*/events"}[$__rate_interval]))
            / sum by (service, route) (rate(${requests}_count{@, method="GET", route!~".*/events"}[$__rate_interval])) >= 0)`,
            '{{service}} {{route}}',
          ),
          alerts: ['RidgelineSlowAnswers'],
        }),
        lines({
          title: 'Turned away',
          help: 'Does one address, person or company send too much?',
          unit: 'ops',
          queries: [
            {
              query: 'sum(rate(ridgeline_gateway_connections_refused_total{@}[$__rate_interval]))',
              called: 'connections closed',
            },
            {
              query: orZero(
                `sum(rate(${requests}_count{@, service="gateway", status="429"}[$__rate_interval]))`,
              ),
              called: 'requests with 429',
            },
          ],
          alerts: ['RidgelineFlood'],
        }),
      ],
    },
    {
      title: 'Live screens',
      panels: [
        lines({
          title: 'Delay of live updates',
          help: 'How old is what people see?',
          unit: 's',
          queries: [
            { query: measured(quantile(0.5, 'ridgeline_live_delivery_delay_seconds', [])), called: 'median' },
            { query: measured(quantile(0.95, 'ridgeline_live_delivery_delay_seconds', [])), called: 'p95' },
          ],
          badFrom: 2,
          alerts: ['RidgelineLiveUpdatesLate'],
        }),
        lines({
          title: 'Deliveries',
          help: 'How much is written to live streams?',
          unit: 'ops',
          queries: one('sum(rate(ridgeline_live_deliveries_total{@}[$__rate_interval]))', 'events'),
          alerts: ['RidgelineLiveUpdatesLate'],
        }),
        lines({
          title: 'Streams that end',
          help: 'Do people leave, or are they too slow or cut off?',
          unit: 'ops',
          queries: [
            {
              query: 'sum by (reason) (rate(ridgeline_live_stream_ends_total{@}[$__rate_interval]))',
              called: '{{reason}}',
            },
            {
              query: 'sum(rate(ridgeline_live_resyncs_total{@}[$__rate_interval]))',
              called: 'resync',
            },
          ],
        }),
        lines({
          title: 'Files being sent',
          help: 'How many downloads are open, and how do they end?',
          unit: 'none',
          queries: [
            { query: 'sum(ridgeline_downloads{@})', called: 'open' },
            {
              query: 'sum by (reason) (increase(ridgeline_download_ends_total{@}[10m]))',
              called: '{{reason}} within 10 minutes',
            },
          ],
          alerts: ['RidgelineFlood'],
        }),
      ],
    },
    {
      title: 'People',
      panels: [
        lines({
          title: 'Sign-ins',
          help: 'Do people get in?',
          unit: 'ops',
          queries: one('sum by (result) (rate(ridgeline_sign_ins_total{@}[$__rate_interval]))', '{{result}}'),
          alerts: ['RidgelineSignInsFailing'],
        }),
        lines({
          title: 'Wrong credentials',
          help: 'Many unknown addresses: an attacker tries lists. Many wrong passwords: an attacker tries one account.',
          unit: 'ops',
          queries: one(
            'sum by (reason) (rate(ridgeline_sign_in_refusals_total{@}[$__rate_interval]))',
            '{{reason}}',
          ),
          alerts: ['RidgelineSignInsFailing'],
        }),
        lines({
          title: 'Emails within 10 minutes',
          help: 'Are emails sent?',
          unit: 'none',
          queries: one('sum by (result) (increase(ridgeline_mails_total{@}[10m]))', '{{result}}'),
          alerts: ['RidgelineMailUndeliverable'],
        }),
        lines({
          title: 'Saved connections',
          help: 'How do saves of connections end, since the process started?',
          unit: 'none',
          queries: one('sum by (result) (ridgeline_connection_saves_total{@})', '{{result}}'),
        }),
      ],
    },
  ],
};
