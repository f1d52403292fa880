import { aCounter, aJob, oneOf } from '@ridgeline/kit/metric-definitions';

/** Wrong credentials, and emails. */
export const authDefinitions = {
  signInRefusals: aCounter({
    name: 'ridgeline_sign_in_refusals_total',
    help: 'Rejected sign-ins by what was wrong, which the answer does not reveal',
    labels: { reason: oneOf(['unknown-email', 'wrong-password']) },
  }),
  mails: aCounter({
    name: 'ridgeline_mails_total',
    help: 'Emails by kind and outcome of the attempt to send them: nothing (none was due), refused (the server does not take emails for the recipient), failed (it is retried), given-up (its deadline has passed)',
    labels: {
      kind: oneOf([
        'password-reset',
        'password-changed',
        'email-verification',
        'member-removed',
        'email-replaced',
        'email-assigned',
        'invitation',
        'connections-stopped',
      ]),
      result: oneOf(['sent', 'nothing', 'refused', 'failed', 'given-up']),
    },
  }),
} as const;

/** Jobs of the auth service. */
export const authJobs = {
  auditRetention: aJob('audit-retention'),
  refusalNotes: aJob('refusal-notes'),
} as const;
