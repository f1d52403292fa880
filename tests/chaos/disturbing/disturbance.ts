import type { SourceListName } from '@ridgeline/testkit';
import type { Draw } from './seeded-draw.ts';

/** One change of a listing; only jobs have two listings, between which they move. */
export interface SourceStep {
  readonly action: 'insert' | 'delete' | 'assign' | 'unassign';
  /** Where, as a share of the listing. */
  readonly at: number;
}

/** What is done to the product or to the vendors while a migration runs. */
export type Disturbance =
  | { readonly kind: 'kill-worker' | 'stop-worker' | 'kill-orchestrator' }
  | { readonly kind: 'freeze-worker' | 'freeze-orchestrator'; readonly forMs: number }
  /** Workers' reports are no longer counted, while their leases are still renewed and their plans stored. */
  | { readonly kind: 'lag-reports'; readonly forMs: number }
  | { readonly kind: 'restart-server'; readonly server: 'kafka' | 'redis' | 'postgres' }
  | { readonly kind: 'vendor-outage'; readonly vendor: 'acculynx' | 'hubspot'; readonly forMs: number }
  | { readonly kind: 'hubspot-limit'; readonly forMs: number }
  | { readonly kind: 'cut-answers'; readonly times: number }
  /** A user pauses it, and resumes it so long after it is paused. */
  | { readonly kind: 'pause'; readonly forMs: number }
  | { readonly kind: 'short-page'; readonly leaveOut: number }
  | { readonly kind: 'shift-source'; readonly changes: readonly SourceStep[] };

/** A disturbance, and the share of processed records at which it comes. */
interface TimedDisturbance {
  readonly at: number;
  readonly disturbance: Disturbance;
}

/** What happens to one migration during its run. */
export interface Way {
  /** In chronological order. */
  readonly disturbances: readonly TimedDisturbance[];
  /** The share of records at which it is cancelled; null: it is not cancelled. */
  readonly cancelAt: number | null;
}

type DrawOne = (draw: Draw, type: SourceListName) => Disturbance;

/** Affects any migration, including one that reads nothing from AccuLynx. */
const anywhere: readonly DrawOne[] = [
  () => ({ kind: 'kill-worker' }),
  () => ({ kind: 'stop-worker' }),
  () => ({ kind: 'kill-orchestrator' }),
  (draw) => ({ kind: 'freeze-worker', forMs: draw.whole(1_000, 12_000) }),
  (draw) => ({ kind: 'freeze-orchestrator', forMs: draw.whole(2_000, 15_000) }),
  (draw) => ({ kind: 'lag-reports', forMs: draw.whole(5_000, 40_000) }),
  (draw) => ({ kind: 'restart-server', server: draw.one(['kafka', 'redis', 'postgres']) }),
  (draw) => ({
    kind: 'vendor-outage',
    vendor: draw.one(['acculynx', 'hubspot']),
    forMs: draw.whole(1_000, 8_000),
  }),
  (draw) => ({ kind: 'hubspot-limit', forMs: draw.whole(500, 5_000) }),
  (draw) => ({ kind: 'cut-answers', times: draw.whole(1, 8) }),
  (draw) => ({ kind: 'pause', forMs: draw.whole(0, 4_000) }),
];
const ofReading: readonly DrawOne[] = [
  (draw, type) => ({ kind: 'short-page', leaveOut: draw.whole(1, type === 'jobs' ? 15 : 30) }),
  shiftSource,
  shiftSource,
];

const actions = {
  contacts: ['insert', 'delete'],
  jobs: ['insert', 'delete', 'assign', 'unassign'],
} as const satisfies Record<SourceListName, readonly SourceStep['action'][]>;

function shiftSource(draw: Draw, type: SourceListName): Disturbance {
  const changes = Array.from({ length: draw.whole(1, 12) }, () => ({
    action: draw.one<SourceStep['action']>(actions[type]),
    at: draw.fraction(),
  }));
  return { kind: 'shift-source', changes };
}

/** Draws so many disturbances of a migration from those that affect it. */
export function drawDisturbances(
  draw: Draw,
  type: SourceListName,
  count: number,
  where: 'reading' | 'anywhere' = 'reading',
): Way['disturbances'] {
  const kinds = where === 'reading' ? [...anywhere, ...ofReading] : anywhere;
  return Array.from({ length: count }, () => ({
    at: draw.fraction() * 0.95,
    disturbance: draw.one(kinds)(draw, type),
  })).sort((a, b) => a.at - b.at);
}

/** Whether a worker may have lost or returned the run: then another attempt is not a fault. */
export function mayChangeWorkers({ disturbances }: Pick<Way, 'disturbances'>): boolean {
  const kinds = new Set([
    'kill-worker',
    'stop-worker',
    'freeze-worker',
    'vendor-outage',
    'restart-server',
    'pause',
  ]);
  return disturbances.some(({ disturbance }) => kinds.has(disturbance.kind));
}
