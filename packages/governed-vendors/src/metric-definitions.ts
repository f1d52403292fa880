import { aCounter, aGauge, aHistogram, oneOf, upTo } from '@ridgeline/kit/metric-definitions';
import { priorities } from '@ridgeline/redis';

const vendor = oneOf(['AccuLynx', 'HubSpot']);
const operation = upTo(60, 'method and pattern of the path, with {id} and {name} for what differs');

/** Calls to AccuLynx and HubSpot. */
export const callDefinitions = {
  vendorCalls: aCounter({
    name: 'ridgeline_vendor_calls_total',
    help: 'Calls to the vendors by outcome: ok, limited (429), refused (401, 403: the credential), rejected (any other 4xx: the request), failed (5xx and 423, 477: the vendor) or silent (no answer)',
    labels: {
      vendor,
      operation,
      result: oneOf(['ok', 'limited', 'refused', 'rejected', 'failed', 'silent']),
    },
  }),
  vendorCallDuration: aHistogram({
    name: 'ridgeline_vendor_call_duration_seconds',
    help: 'How long calls to the vendors took, with any outcome',
    labels: { vendor, operation },
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  }),
} as const;

const priority = oneOf(priorities);

/** The limits that vendors set and that we set ourselves, without whose they are. */
const budget = oneOf([
  'acculynx-key',
  'acculynx-address',
  'acculynx-spacing',
  'acculynx-checks',
  'hubspot-token',
  'stored-checks',
]);

/** The governor that paces calls to the vendors. */
export const governorDefinitions = {
  governorCalls: aCounter({
    name: 'ridgeline_governor_calls_total',
    help: 'Calls that the rate governor let go, under each limit that they count for',
    labels: { budget },
  }),
  governorLimit: aGauge({
    name: 'ridgeline_governor_limit_calls',
    help: 'How many calls the limit allows in its window: AccuLynx 1 s, its spacing 0.2 s, HubSpot 10 s, stored checks 1 s. For limits that each customer has separately, that of the customer whose use is shown',
    labels: { budget },
  }),
  governorUsed: aGauge({
    name: 'ridgeline_governor_used_calls',
    help: 'How many calls this process let go in the window that is going on. Of limits of which each customer has its own, of the one that has used most of it. The use of an address is the sum over all processes',
    labels: { budget },
  }),
  governorWait: aHistogram({
    name: 'ridgeline_governor_wait_seconds',
    help: 'How long calls waited for the rate governor, failed ones included, by the priority that orders them',
    labels: { vendor, priority },
    buckets: [0.01, 0.1, 0.5, 1, 2.5, 5, 15, 60, 300],
  }),
  governorWaits: aCounter({
    name: 'ridgeline_governor_waits_total',
    help: "Waits by the limit that caused them: used up for the moment, blocked because the vendor refused calls, or the rest of the vendor's day reserved for people and sync",
    labels: { budget, cause: oneOf(['used-up', 'blocked', 'reserved']) },
  }),
  governorBlocked: aCounter({
    name: 'ridgeline_governor_blocked_seconds_total',
    help: 'For how long calls were held back because the vendor refused one: each refusal counts with the time that the vendor asked for, or that is usual for its limit',
    labels: { budget },
  }),
  governorWaiting: aGauge({
    name: 'ridgeline_governor_waiting_calls',
    help: 'Calls that wait for the rate governor now, by the priority that orders them',
    labels: { vendor, priority },
  }),
  governorAlone: aGauge({
    name: 'ridgeline_governor_alone',
    help: 'Whether calls are paced by a local share of the limits because Redis is unavailable: 1 or 0',
    labels: {},
  }),
} as const;
