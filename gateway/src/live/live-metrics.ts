import { Counter, Gauge, type Registry } from 'prom-client';

/** Why a stream ended. */
export type StreamEnd = 'left' | 'slow' | 'signed-out' | 'access-changed' | 'stopping';

/** What the live stream measures. */
export interface LiveMetrics {
  readonly streams: Gauge;
  readonly deliveries: Counter;
  readonly resyncs: Counter;
  readonly ends: Counter<'reason'>;
}

/** Registers the live stream's metrics. */
export function createLiveMetrics(registry: Registry): LiveMetrics {
  const registers = [registry];
  return {
    streams: new Gauge({ name: 'ridgeline_live_streams', help: 'Open live streams', registers }),
    deliveries: new Counter({
      name: 'ridgeline_live_deliveries_total',
      help: 'Events written to live streams',
      registers,
    }),
    resyncs: new Counter({
      name: 'ridgeline_live_resyncs_total',
      help: 'Times a live stream was told to fetch afresh because updates could not be replayed',
      registers,
    }),
    ends: new Counter({
      name: 'ridgeline_live_stream_ends_total',
      help: 'Ended live streams by reason',
      labelNames: ['reason'],
      registers,
    }),
  };
}
