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

/** Jobs of the connection service. */
export const connectionJobs = {
  subscriptionWatch: aJob('subscription-watch'),
  stoppedAlerts: aJob('stopped-alerts'),
} as const;
