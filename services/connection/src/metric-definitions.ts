import { errorCodes, webhookStatusSchema } from '@ridgeline/contracts';
import { aCounter, aJob, oneOf } from '@ridgeline/kit/metric-definitions';

/** Saves of connections. */
export const connectionDefinitions = {
  connectionSaves: aCounter({
    name: 'ridgeline_connection_saves_total',
    help: 'Connections that people tried to save, by result: stored, or an error code',
    labels: { result: oneOf(['stored', ...errorCodes]) },
  }),
} as const;

/** Deliveries of AccuLynx' events. */
export const intakeDefinitions = {
  webhookDeliveries: aCounter({
    name: 'ridgeline_webhook_deliveries_total',
    help: 'Requests to the addresses of connections by result: stored; repeated (stored before); test (a test event, about no record); unreadable, unknown_topic, foreign (of another subscription) and over_rate, each answered as accepted and searched for later; unknown_token; unavailable (AccuLynx must send it again)',
    labels: {
      result: oneOf([
        'stored',
        'repeated',
        'test',
        'unreadable',
        'unknown_topic',
        'foreign',
        'over_rate',
        'unknown_token',
        'unavailable',
      ]),
    },
  }),
} as const;

/** What the watch over subscriptions did. */
export const watchDefinitions = {
  subscriptionLooks: aCounter({
    name: 'ridgeline_subscription_looks_total',
    help: 'Looks at the subscriptions of connections by result: saved (an event proved it), active, warning, error, invalid (the key is refused), unknown (AccuLynx did not answer)',
    labels: { result: oneOf(['saved', 'unknown', ...webhookStatusSchema.options]) },
  }),
  subscriptionRenewals: aCounter({
    name: 'ridgeline_subscription_renewals_total',
    help: 'Subscriptions that were made again automatically, by cause (disabled, gone, elsewhere, unproved) and result: done, refused, failed (AccuLynx did not answer), limit (three a day)',
    labels: {
      cause: oneOf(['disabled', 'gone', 'elsewhere', 'unproved']),
      result: oneOf(['done', 'refused', 'failed', 'limit']),
    },
  }),
  webhookTests: aCounter({
    name: 'ridgeline_webhook_tests_total',
    help: 'Proofs of life of subscriptions by result: sent (a test event), saved (an event of the last day is proof), lost (not arrived within 10 minutes), refused, failed (AccuLynx did not answer)',
    labels: { result: oneOf(['sent', 'saved', 'lost', 'refused', 'failed']) },
  }),
} as const;

/** Jobs of the connection service. */
export const connectionJobs = {
  subscriptionWatch: aJob('subscription-watch'),
  stoppedAlerts: aJob('stopped-alerts'),
  deliveryPacks: aJob('delivery-packs'),
  deliveryRetention: aJob('delivery-retention'),
} as const;
