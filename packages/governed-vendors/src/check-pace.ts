import type { Budget, Governor } from '@ridgeline/redis';
import { retryAfterMs } from '@ridgeline/vendor-http';
import { acculynxPace, governedPace } from './governed-pace.ts';
import type { Pace } from './pace.ts';

/**
 * How long checks of all keys pause after a 429 to one of them. It may have been meant for the address, which new keys
 * would only ask again; but no longer, for it may have been that key's alone, and others wait for their checks.
 */
const checksHeldMs = 2_000;

/** How long all must keep away after a 429 of HubSpot that does not say (vendors/hubspot.md, 6). */
const silentLimitMs = 1_000;

/** A check never waits out a limit: it holds back by what it hears, and not again when it would try again. */
const holdsBackByHearing = { holdBack: () => Promise.resolve() };

/** The pace of an AccuLynx key that is checked: checks of all keys share a part of the address' limit. */
export function acculynxCheckPace(
  governor: Governor,
  budgets: readonly Budget[],
  { checks, spacing }: { readonly checks: Budget; readonly spacing: Budget },
): Pace {
  const pace = acculynxPace(governor, budgets, [checks, spacing]);
  return {
    ...pace,
    ...holdsBackByHearing,
    async heard(report) {
      await pace.heard(report);
      if (report.status === 429) await governor.block(checks.key, checksHeldMs);
    },
  };
}

/** The pace of a HubSpot token that is checked. */
export function hubspotCheckPace(governor: Governor, budget: Budget): Pace {
  return {
    ...governedPace(governor, [budget]),
    ...holdsBackByHearing,
    async heard({ status, headers }) {
      if (status === 429)
        await governor.block(budget.key, (headers && retryAfterMs(headers)) ?? silentLimitMs);
    },
  };
}
