import type { Budget, Governor } from '@ridgeline/redis';
import type { Pace } from './pace.ts';

/** The pace of one credential, kept by the governor that all replicas share. The first budget is the credential's own. */
export function governedPace(governor: Governor, budgets: readonly Budget[]): Pace {
  const own = budgets[0]?.key ?? '';
  return {
    acquire: (signal) => governor.acquire(budgets, signal ? { signal } : {}),
    holdBack: (ms) => governor.block(own, ms),
    learn: (callsPerWindow) => governor.learnLimit(own, callsPerWindow),
  };
}
