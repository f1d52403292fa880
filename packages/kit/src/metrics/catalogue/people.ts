import { errorCatalogue, type ErrorCode } from '@ridgeline/contracts';
import { aCounter, aGauge, aHistogram, oneOf } from '../definition/define.ts';

const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** What people do and see: live streams, sign-ins, mails, checks and saves of connections. */
export const peopleMetrics = {
  liveStreams: aGauge({
    name: 'ridgeline_live_streams',
    help: 'Open live streams',
    labels: {},
    services: ['gateway'],
  }),
  liveDeliveries: aCounter({
    name: 'ridgeline_live_deliveries_total',
    help: 'Events written to live streams',
    labels: {},
    services: ['gateway'],
  }),
  liveDelay: aHistogram({
    name: 'ridgeline_live_delivery_delay_seconds',
    help: "How long an update of a migration took from its event's making in the committing transaction until it was written to all open streams, clocks of two processes compared",
    labels: {},
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
    services: ['gateway'],
  }),
  liveResyncs: aCounter({
    name: 'ridgeline_live_resyncs_total',
    help: 'Times a live stream was told to fetch afresh because updates could not be replayed',
    labels: {},
    services: ['gateway'],
  }),
  liveRefusals: aCounter({
    name: 'ridgeline_live_streams_refused_total',
    help: 'Live streams that were not opened by what held too many: user, company (or all together)',
    labels: { holder: oneOf(['user', 'company']) },
    services: ['gateway'],
  }),
  liveEnds: aCounter({
    name: 'ridgeline_live_stream_ends_total',
    help: 'Ended live streams by reason; slow ones did not read as fast as they were written to',
    labels: { reason: oneOf(['left', 'slow', 'signed-out', 'access-changed', 'stopping']) },
    services: ['gateway'],
  }),
  downloads: aGauge({
    name: 'ridgeline_downloads',
    help: 'Files that are being sent',
    labels: {},
    services: ['gateway'],
  }),
  downloadEnds: aCounter({
    name: 'ridgeline_download_ends_total',
    help: 'Ended downloads by reason; the readers of slow ones took nothing for too long',
    labels: { reason: oneOf(['done', 'left', 'slow', 'signed-out', 'access-changed']) },
    services: ['gateway'],
  }),
  signIns: aCounter({
    name: 'ridgeline_sign_ins_total',
    help: 'Attempts to sign in by result: done; wrong-credentials; too-many (a throttle or a full room); invalid (an empty password, a key that is not in use any more); unavailable (a service of ours)',
    labels: { result: oneOf(['done', 'wrong-credentials', 'too-many', 'invalid', 'unavailable']) },
    services: ['gateway'],
  }),
  signInRefusals: aCounter({
    name: 'ridgeline_sign_in_refusals_total',
    help: 'Wrong credentials by what was wrong with them, which nobody who tries is told',
    labels: { reason: oneOf(['unknown-email', 'wrong-password']) },
    services: ['auth'],
  }),
  mails: aCounter({
    name: 'ridgeline_mails_total',
    help: 'Mails by kind and by what came of the attempt to send them: nothing (none was due), refused (the server does not take mails for the recipient), failed (it is tried again), given-up (it was tried for long enough)',
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
    services: ['auth'],
  }),
  credentialChecks: aCounter({
    name: 'ridgeline_credential_checks_total',
    help: 'Credentials that were tried at a vendor, by verdict',
    labels: {
      vendor: oneOf(['acculynx', 'hubspot']),
      verdict: oneOf(['valid', 'refused', 'scope_missing', 'unreachable']),
    },
    services: ['validation'],
  }),
  propertyChecks: aCounter({
    name: 'ridgeline_property_checks_total',
    help: 'Checks of the HubSpot properties that migrations need, by result: valid, missing, created, or an error code',
    labels: { result: oneOf(['valid', 'missing', 'created', ...errorCodes]) },
    services: ['validation'],
  }),
  connectionSaves: aCounter({
    name: 'ridgeline_connection_saves_total',
    help: 'Connections that people tried to save, by result: stored, or an error code',
    labels: { result: oneOf(['stored', ...errorCodes]) },
    services: ['connection'],
  }),
} as const;
