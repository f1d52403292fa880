import { errorCodes } from '@ridgeline/contracts';
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
    help: 'Requests to the addresses of connections by result: stored; repeated (stored before); unreadable, unknown_topic, foreign (of another subscription) and over_rate, each answered as accepted and searched for later; unknown_token; unavailable (AccuLynx must send it again)',
    labels: {
      result: oneOf([
        'stored',
        'repeated',
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

/** Jobs of the connection service. */
export const connectionJobs = {
  subscriptionWatch: aJob('subscription-watch'),
  stoppedAlerts: aJob('stopped-alerts'),
  deliveryPacks: aJob('delivery-packs'),
  deliveryRetention: aJob('delivery-retention'),
} as const;
