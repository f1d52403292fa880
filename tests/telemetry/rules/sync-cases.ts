import type { RuleCase } from './rule-case.ts';

const from = 'service="migration-orchestrator",instance="a"';
const overdue = `ridgeline_sync_overdue_seconds{${from}}`;
const rounds = (result: string): string => `ridgeline_sync_rounds_total{${from},result="${result}"}`;
const calls = (result: string): string =>
  `ridgeline_vendor_calls_total{service="migration-worker",instance="w",vendor="AccuLynx",operation="GET /api/v2/contacts",result="${result}"}`;
const answers = (status: string): string =>
  `ridgeline_http_request_duration_seconds_count{service="gateway",instance="g",method="POST",route="/hooks/acculynx/:token",status="${status}"}`;
const deliveries = (result: string): string =>
  `ridgeline_webhook_deliveries_total{service="connection",instance="c",result="${result}"}`;
const findings = (verdict: string): string => `ridgeline_sweep_findings{${from},verdict="${verdict}"}`;
const sweepOverdue = (pass: string): string => `ridgeline_sweep_overdue_seconds{${from},pass="${pass}"}`;
const renewals = (cause: string, result: string): string =>
  `ridgeline_subscription_renewals_total{service="connection",instance="c",cause="${cause}",result="${result}"}`;
const dead = (cause: string): string => `ridgeline_sync_dead_lettered_total{${from},cause="${cause}"}`;

/** Alerts on auto-sync. */
export const syncCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineSyncBehind',
    // One company's rounds follow one another, while another company's list is not processed.
    fault: {
      [overdue]: '0 2 3 0 2 3 0 2 3 15+15x30',
      [`ridgeline_sync_oldest_seconds{${from},state="working"}`]: '0x8 5+15x30',
      [rounds('done')]: '0+3x40',
      [calls('ok')]: '0+50x40',
    },
    harmless: {
      what: 'the orchestrator has just started and takes up an old list, which then takes long',
      series: {
        [overdue]: '_x4 600 610 4 2 0 5 3x40',
        [`ridgeline_sync_oldest_seconds{${from},state="working"}`]: '_x4 600+15x50',
        [rounds('done')]: '_x4 0 0 3+3x50',
      },
    },
  },
  {
    alert: 'RidgelineSyncBehind',
    // No call is made, so the share of failed calls is undefined.
    fault: { [overdue]: '0x8 15+15x30', [calls('ok')]: '0+50x8 400x30', [calls('failed')]: '0x40' },
    harmless: {
      what: 'a vendor is unavailable, and more connections find that out than there are places',
      series: {
        [overdue]: '0x8 15+15x16 0x30',
        [calls('ok')]: '0+50x8 400x50',
        [calls('failed')]: '0x8 2+2x50',
      },
    },
  },
  {
    alert: 'RidgelineSyncBehind',
    // Every attempt fails, after delays that double; other rounds succeed.
    fault: { [rounds('failed')]: '0x8 1 2 3 3 3 4 4 4 4 4 5x20', [rounds('done')]: '0+3x40' },
    harmless: {
      what: 'Postgres is restarted, by which several rounds fail',
      series: { [rounds('failed')]: '0x8 4x60', [rounds('done')]: '0+3x60' },
    },
  },
  {
    alert: 'RidgelineIntakeFailing',
    fault: { [answers('503')]: '_x9 1+1x30', [answers('204')]: '0+100x40' },
    harmless: {
      what: 'one answer fails as the connection service is replaced, and addresses that do not exist are tried',
      series: {
        [answers('503')]: '_x9 3x60',
        [answers('404')]: '_x9 5+500x60',
        [answers('204')]: '0+100x60',
      },
    },
  },
  {
    alert: 'RidgelineIntakeFailing',
    fault: { [deliveries('unreadable')]: '0x8 4+4x30', [deliveries('stored')]: '0+1000x40' },
    harmless: {
      what: 'some test events, one company floods its address, and nothing else comes',
      series: {
        [deliveries('unreadable')]: '0x8 1 1 2 3x60',
        [deliveries('over_rate')]: '0x8 9000+9000x60',
        [deliveries('repeated')]: '0+10x60',
      },
    },
  },
  {
    alert: 'RidgelineSyncDeadLetters',
    // Their company retries as many as new ones appear, so that their number stays the same.
    fault: { [dead('rejected')]: '4x8 14+10x30', [`ridgeline_sync_dead_letters{${from}}`]: '40x40' },
    names: { cause: 'rejected' },
    harmless: {
      what: 'a few records are rejected, and many dead letters are there from long ago',
      series: { [dead('rejected')]: '4x8 9x60', [`ridgeline_sync_dead_letters{${from}}`]: '900x60' },
    },
  },
  {
    alert: 'RidgelineSyncDeadLetters',
    fault: { [dead('expired')]: '0x8 1x30', [dead('rejected')]: '0x40' },
    names: { cause: 'expired' },
    harmless: {
      what: 'the orchestrator is replaced by one that counts from 0',
      series: { [dead('expired')]: '7x8 stale', [dead('rejected')]: '90x8 0x50' },
    },
  },
  {
    alert: 'RidgelineChangesMissed',
    fault: { [findings('missed')]: '0x8 1x30', [findings('open')]: '1x8 0x30', [findings('late')]: '0x40' },
    harmless: {
      what: 'events are late or early, and others are still waited for',
      series: {
        [findings('missed')]: '0x60',
        [findings('open')]: '0 3 5 4 2 40x60',
        [findings('late')]: '0x8 20x60',
        [findings('early')]: '0x8 3x60',
      },
    },
  },
  {
    alert: 'RidgelineSweepsOverdue',
    // The checks of one connection are overdue, while those of others end in time.
    fault: { [sweepOverdue('recent')]: '1795 1795x7 1801+15x30', [sweepOverdue('all')]: '20x40' },
    names: { pass: 'recent' },
    harmless: {
      what: 'after an outage all are overdue, and passes over all records wait for places',
      series: {
        [sweepOverdue('recent')]: '900 1200 1795 1000 20 10 5x60',
        [sweepOverdue('all')]: '900+15x60',
      },
    },
  },
  {
    alert: 'RidgelineSweepsOverdue',
    fault: { [sweepOverdue('recent')]: '10x40', [sweepOverdue('all')]: '21590x8 21605+15x30' },
    names: { pass: 'all' },
    harmless: {
      what: 'a sweep of recent changes takes as long as its interval',
      series: { [sweepOverdue('recent')]: '0+15x60', [sweepOverdue('all')]: '0x60' },
    },
  },
  {
    alert: 'RidgelineSubscriptionsFailing',
    // Each process checks other connections.
    fault: { [renewals('disabled', 'done')]: '0x8 5+5x30', [renewals('gone', 'done')]: '0x40' },
    names: { cause: 'disabled' },
    harmless: {
      what: 'two connections cannot be subscribed for hours, and others broke for other causes',
      series: {
        [renewals('elsewhere', 'limit')]: '0x8 2 4 6 8x60',
        [renewals('disabled', 'done')]: '0x8 9x60',
        [renewals('gone', 'done')]: '0x8 9x60',
      },
    },
  },
];
