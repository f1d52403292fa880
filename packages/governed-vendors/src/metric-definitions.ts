import { aCounter, aHistogram, oneOf, upTo } from '@ridgeline/kit/metric-definitions';

const vendor = oneOf(['AccuLynx', 'HubSpot']);
const operation = upTo(60, 'method and pattern of the path, with {id} and {name} for what differs');

/** Calls to AccuLynx and HubSpot. */
export const callDefinitions = {
  vendorCalls: aCounter({
    name: 'ridgeline_vendor_calls_total',
    help: 'Calls to the vendors by what came of them: ok, limited (429), refused (401, 403: the credential), rejected (any other 4xx: the request), failed (5xx and 423, 477: the vendor) or silent (no answer)',
    labels: {
      vendor,
      operation,
      result: oneOf(['ok', 'limited', 'refused', 'rejected', 'failed', 'silent']),
    },
  }),
  vendorCallDuration: aHistogram({
    name: 'ridgeline_vendor_call_duration_seconds',
    help: 'How long calls to the vendors took, whatever came of them',
    labels: { vendor, operation },
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
} as const;
