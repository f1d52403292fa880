import { aCounter, aGauge, aHistogram, oneOf } from '@ridgeline/kit/metric-definitions';

/** Live streams. */
export const liveDefinitions = {
  liveStreams: aGauge({
    name: 'ridgeline_live_streams',
    help: 'Open live streams',
    labels: {},
  }),
  liveDeliveries: aCounter({
    name: 'ridgeline_live_deliveries_total',
    help: 'Events written to live streams',
    labels: {},
  }),
  liveDelay: aHistogram({
    name: 'ridgeline_live_delivery_delay_seconds',
    help: "How long an update of a migration took from its event's making in the committing transaction until it was written to all open streams, clocks of two processes compared",
    labels: {},
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
  }),
  liveResyncs: aCounter({
    name: 'ridgeline_live_resyncs_total',
    help: 'Times a live stream had to fetch again because updates could not be replayed',
    labels: {},
  }),
  liveRefusals: aCounter({
    name: 'ridgeline_live_streams_refused_total',
    help: 'Live streams that were not opened by what held too many: user, company (or all together)',
    labels: { holder: oneOf(['user', 'company']) },
  }),
  liveEnds: aCounter({
    name: 'ridgeline_live_stream_ends_total',
    help: 'Ended live streams by reason; slow ones did not read as fast as they were written to',
    labels: { reason: oneOf(['left', 'slow', 'signed-out', 'access-changed', 'stopping']) },
  }),
} as const;

/** Downloads. */
export const downloadDefinitions = {
  downloads: aGauge({
    name: 'ridgeline_downloads',
    help: 'Files that are being sent',
    labels: {},
  }),
  downloadEnds: aCounter({
    name: 'ridgeline_download_ends_total',
    help: 'Ended downloads by reason; the readers of slow ones took nothing for too long',
    labels: { reason: oneOf(['done', 'left', 'slow', 'signed-out', 'access-changed']) },
  }),
} as const;

/** The public port: its connections, and attempts to sign in. */
export const doorDefinitions = {
  gatewayConnectionsRefused: aCounter({
    name: 'ridgeline_gateway_connections_refused_total',
    help: 'Connections closed immediately because their address held so many without a session, one person so many, or all together',
    labels: {},
  }),
  signIns: aCounter({
    name: 'ridgeline_sign_ins_total',
    help: 'Attempts to sign in by result: done; wrong-credentials; too-many (a throttle or a full room); invalid (an empty password, a key that is not in use any more); unavailable (one of our services)',
    labels: { result: oneOf(['done', 'wrong-credentials', 'too-many', 'invalid', 'unavailable']) },
  }),
} as const;
