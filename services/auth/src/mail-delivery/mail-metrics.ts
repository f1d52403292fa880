import { Counter, type Registry } from 'prom-client';
import type { MailJob } from '../mails/mail-job.ts';

/** `nothing`: no mail was due; `failed`: it is tried again; `given-up`: it was tried for long enough. */
export type MailResult = 'sent' | 'nothing' | 'refused' | 'failed' | 'given-up';

/** Counts what came of mails. */
export type CountMail = (kind: MailJob['kind'], result: MailResult) => void;

/** Makes the counter of mails. */
export function countMails(registry: Registry): CountMail {
  const mails = new Counter({
    name: 'ridgeline_mails_total',
    help: 'Mails by kind and by what came of the attempt to send them',
    labelNames: ['kind', 'result'],
    registers: [registry],
  });
  return (kind, result) => mails.inc({ kind, result });
}
