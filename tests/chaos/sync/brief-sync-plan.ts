import { drawSyncPlan, type SyncDisturbance, type SyncPlan } from './sync-plan.ts';

/** The disturbances of each seed in `npm test`; together they cover all that exist. */
const parts: readonly (readonly string[])[] = [
  ['silence', 'kill migration-worker', 'away kafka', 'revoke', 'cut-answers'],
  ['disable-subscription', 'kill connection', 'kill gateway', 'freeze', 'hubspot-limit'],
  ['delete-subscription', 'kill migration-orchestrator', 'away postgres', 'away redis', 'vendor-outage'],
];

export const briefSeeds: readonly number[] = parts.map((_, place) => place + 1);

/** The size of a brief run, during which a vendor or a server is briefly unavailable. */
const size = { changes: 60, perSecond: 6, contacts: 24, jobs: 8 } as const;
const events = { lost: 0.15, doubled: 0.05, reordered: 0.2, late: 0.05, held: 0.1 } as const;
const longestMs = 2_000;

/**
 * Draws a run of about half a minute: two companies, a part of the disturbances, each brief, and as many acts as there are
 * kinds of acts.
 */
export function drawBriefSyncPlan(seed: number): SyncPlan {
  const plan = drawSyncPlan(seed, size.changes);
  const part = parts[(seed - 1) % parts.length] ?? [];
  const { changes, perSecond, contacts, jobs } = size;
  const inPair = <Each extends { readonly company: number }>(each: Each) => ({
    ...each,
    company: each.company % 2,
  });
  return {
    ...plan,
    changes,
    perSecond,
    events,
    // AccuLynx' last try of an event comes after a minute.
    retryScale: 0.007,
    companies: [0, 1].map(() => ({ contacts, jobs })),
    disturbances: plan.disturbances
      .filter(({ disturbance }) => part.includes(nameOf(disturbance)))
      .map(({ disturbance, ...timed }) => ({ ...inPair(timed), disturbance: briefly(disturbance) })),
    acts: plan.acts.map(inPair),
  };
}

/** A disturbance by its kind, and by its target if there are several. */
export function nameOf(disturbance: SyncDisturbance): string {
  if (disturbance.kind === 'kill') return `kill ${disturbance.service}`;
  return disturbance.kind === 'away' ? `away ${disturbance.server}` : disturbance.kind;
}

const briefly = (disturbance: SyncDisturbance): SyncDisturbance =>
  'forMs' in disturbance ? { ...disturbance, forMs: Math.min(disturbance.forMs, longestMs) } : disturbance;
