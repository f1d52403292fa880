import type { RuleCase } from './rule-case.ts';

const late = (le: string): string =>
  `ridgeline_live_delivery_delay_seconds_bucket{service="gateway",le="${le}"}`;
const signIns = (result: string): string => `ridgeline_sign_ins_total{service="gateway",result="${result}"}`;
const mails = (result: string): string =>
  `ridgeline_mails_total{service="auth",kind="invitation",result="${result}"}`;

/** Alerts on what people wait for. */
export const peopleCases: readonly RuleCase[] = [
  {
    alert: 'RidgelineLiveUpdatesLate',
    fault: { [late('2')]: '0+20x8 160x30', [late('5')]: '0+20x40', [late('+Inf')]: '0+20x40' },
    harmless: {
      what: 'updates are late for a moment',
      series: {
        [late('0.5')]: '0+99x8 792+99x50',
        [late('5')]: '0+100x60',
        [late('+Inf')]: '0+100x60',
      },
    },
  },
  {
    alert: 'RidgelineSignInsFailing',
    fault: { [signIns('done')]: '0+1x40', [signIns('wrong-credentials')]: '0x8 20+20x30' },
    harmless: {
      what: 'a Monday morning',
      series: { [signIns('done')]: '0+40x60', [signIns('wrong-credentials')]: '0+8x60' },
    },
  },
  {
    alert: 'RidgelineMailUndeliverable',
    fault: { [mails('sent')]: '6x40', [mails('failed')]: '0x8 1+1x30' },
    harmless: {
      what: 'one wrong address among many',
      series: { [mails('sent')]: '0+2x60', [mails('refused')]: '0x8 1x50' },
    },
  },
  {
    alert: 'RidgelineMailUndeliverable',
    fault: { [mails('sent')]: '6x40', [mails('refused')]: '0x8 1 3 4x30' },
    harmless: {
      what: 'two wrong addresses while no other mail is due, and one that the server takes at the second try',
      series: {
        [mails('sent')]: '6x20 7x40',
        [mails('refused')]: '0x8 1 2x50',
        [mails('failed')]: '0x40 1x20',
      },
    },
  },
];
