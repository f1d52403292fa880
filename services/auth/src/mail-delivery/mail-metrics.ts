import { counter, type LabelsOf, type Registry } from '@ridgeline/kit/metrics';
import { authDefinitions } from '../metric-definitions.ts';
import type { MailJob } from '../mails/mail-job.ts';

/** `nothing`: no mail was due; `failed`: it is tried again; `given-up`: it was tried for long enough. */
export type MailResult = LabelsOf<typeof authDefinitions.mails.labels>['result'];

/** Counts what came of mails. */
export type CountMail = (kind: MailJob['kind'], result: MailResult) => void;

/** Makes the counter of mails. */
export function countMails(registry: Registry): CountMail {
  const mails = counter(registry, authDefinitions.mails);
  return (kind, result) => mails.inc({ kind, result });
}
