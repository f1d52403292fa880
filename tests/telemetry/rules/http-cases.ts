import type { RuleCase } from './rule-case.ts';

const count = 'ridgeline_http_request_duration_seconds_count';
const bucket = 'ridgeline_http_request_duration_seconds_bucket';

/** Alerts on what callers experience. */
export const httpCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineServerErrors',
    fault: {
      [`${count}{service="gateway",method="GET",route="/a",status="200"}`]: '0+30x40',
      [`${count}{service="gateway",method="GET",route="/a",status="503"}`]: '0x8 5+5x20',
    },
    names: { service: 'gateway' },
    harmless: {
      what: 'a handful of simultaneous errors, and callers who are wrong',
      series: {
        [`${count}{service="gateway",method="GET",route="/a",status="200"}`]: '0+30x60',
        [`${count}{service="gateway",method="GET",route="/a",status="500"}`]: '0x8 20x60',
        [`${count}{service="gateway",method="GET",route="/a",status="404"}`]: '0+30x60',
      },
    },
  },
  {
    alert: 'RidgelineSlowAnswers',
    fault: {
      [`${count}{service="connection",method="GET",route="/a",status="200"}`]: '0+10x40',
      [`${bucket}{service="connection",method="GET",route="/a",status="200",le="2"}`]: '0+10x8 80x20',
      [`${bucket}{service="connection",method="GET",route="/a",status="200",le="10"}`]: '0+10x40',
      [`${bucket}{service="connection",method="GET",route="/a",status="200",le="+Inf"}`]: '0+10x40',
    },
    names: { service: 'connection' },
    harmless: {
      what: 'live streams last, saves wait for vendors, and some reads are slow simultaneously',
      series: Object.fromEntries(
        [
          ['method="GET",route="/api/migrations/events"', '0x60'],
          ['method="POST",route="/api/connections"', '0x60'],
          ['method="GET",route="/a"', '0+10x8 80+10x50'],
        ].flatMap(([labels, fast = '']) => [
          [`${count}{service="gateway",${labels}}`, '0+10x60'],
          [`${bucket}{service="gateway",${labels},le="2"}`, fast],
          [`${bucket}{service="gateway",${labels},le="10"}`, '0+10x60'],
          [`${bucket}{service="gateway",${labels},le="+Inf"}`, '0+10x60'],
        ]),
      ),
    },
  },
  {
    alert: 'RidgelineFlood',
    fault: { 'ridgeline_gateway_connections_refused_total{service="gateway"}': '0x8 30+30x20' },
    harmless: {
      what: 'a few requests too many',
      series: {
        'ridgeline_gateway_connections_refused_total{service="gateway"}': '0+2x60',
        [`${count}{service="gateway",method="POST",route="/a",status="429"}`]: '0+5x60',
      },
    },
  },
];
