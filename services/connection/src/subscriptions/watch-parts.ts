import { counter, type Registry } from '@ridgeline/kit/metrics';
import { watchDefinitions } from '../metric-definitions.ts';
import type { HeldParts } from './subscription-lock.ts';

/** Makes the counters of the watch. */
export const watchCounters = (registry: Registry) => ({
  looks: counter(registry, watchDefinitions.subscriptionLooks),
  renewals: counter(registry, watchDefinitions.subscriptionRenewals),
  tests: counter(registry, watchDefinitions.webhookTests),
});

/** Dependencies of the watch over subscriptions. */
export interface WatchParts extends HeldParts {
  readonly counters: ReturnType<typeof watchCounters>;
}
