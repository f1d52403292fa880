import { namesItsLimit } from '@ridgeline/acculynx';
import type { Budget, Governor } from '@ridgeline/redis';
import { retryAfterMs } from '@ridgeline/vendor-http';
import type { Pace } from './pace.ts';

/** The pace of one credential, kept by the governor that all replicas share. The first budget is the credential's own. */
export function governedPace(governor: Governor, budgets: readonly Budget[]): Pace {
  const own = budgets[0]?.key ?? '';
  return {
    acquire: (signal, onWait) =>
      governor.acquire(budgets, {
        ...(signal ? { signal } : {}),
        ...(onWait ? { onWait: ({ ms, blocked }) => onWait({ ms, isBlocked: blocked }) } : {}),
      }),
    holdBack: (ms) => governor.block(own, ms),
    learn: (callsPerWindow) => governor.learnLimit(own, callsPerWindow),
  };
}

/**
 * The pace of one AccuLynx key, which learns from each answer: a 429 does not say whose limit was hit. `ours` are limits
 * that we set ourselves, not AccuLynx, and that learn nothing: the spacing of the address' calls.
 */
export function acculynxPace(
  governor: Governor,
  budgets: readonly Budget[],
  ours: readonly Budget[],
): Pace & Required<Pick<Pace, 'heard'>> {
  return {
    ...governedPace(governor, [...budgets, ...ours]),
    async heard({ status, headers, durationMs }) {
      if (!headers || status === null || status >= 500) return;
      if (status !== 429) await governor.answered(budgets, { durationMs });
      else if (!namesItsLimit(headers))
        await governor.limited(budgets, { retryAfterMs: retryAfterMs(headers), durationMs });
    },
  };
}
