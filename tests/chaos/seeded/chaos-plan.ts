import type { SourceListName } from '@ridgeline/testkit';
import { drawPast, type Past } from './past-plan.ts';
import { seededDraw, type Draw } from './seeded-draw.ts';

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
  /** What workers report is counted no more, while their leases are renewed and their plans stored. */
  | { readonly kind: 'lag-reports'; readonly forMs: number }
  | { readonly kind: 'restart-server'; readonly server: 'kafka' | 'redis' | 'postgres' }
  | { readonly kind: 'vendor-outage'; readonly vendor: 'acculynx' | 'hubspot'; readonly forMs: number }
  | { readonly kind: 'hubspot-limit'; readonly forMs: number }
  | { readonly kind: 'cut-answers'; readonly times: number }
  /** A user pauses it, and resumes it so long after it is paused. */
  | { readonly kind: 'pause'; readonly forMs: number }
  | { readonly kind: 'short-page'; readonly leaveOut: number }
  | { readonly kind: 'shift-source'; readonly changes: readonly SourceStep[] };

/** A disturbance and when it comes: at this share of the records. */
interface TimedDisturbance {
  readonly at: number;
  readonly disturbance: Disturbance;
}

/** What a company has at AccuLynx and migrates of it. */
export interface Load {
  readonly type: SourceListName;
  readonly contacts: number;
  readonly jobs: number;
  /** Whether all contacts went over in an undisturbed migration before. */
  readonly contactsFirst: boolean;
}

/** One run as its seed draws it. */
export interface ChaosPlan {
  readonly seed: number;
  readonly load: Load;
  readonly batchSize: number;
  readonly concurrency: number;
  /** In the order of their coming. */
  readonly disturbances: readonly TimedDisturbance[];
  /** At which share of the records it is cancelled; null: it is not. */
  readonly cancelAt: number | null;
  /** A first migration and what users did after it; null: there was none. */
  readonly past: Past | null;
  /** What the companies have that migrate at the same time, with the defaults and undisturbed. */
  readonly beside: readonly Load[];
}

type Kind = (draw: Draw, type: SourceListName) => Disturbance;

const kinds: readonly Kind[] = [
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

/** Contacts alone, jobs with the contacts that they name, or jobs of a company whose contacts are in HubSpot already. */
function drawLoad(draw: Draw, from: number, upTo: number): Load {
  const size = draw.whole(from, upTo);
  const kind = draw.one(['contacts', 'contacts', 'jobs', 'jobs after contacts']);
  if (kind === 'contacts') return { type: 'contacts', contacts: size, jobs: 0, contactsFirst: false };
  const contacts = Math.round(size * (0.3 + draw.fraction() * 0.7));
  // Contacts that come along are read one by one, ten a second.
  const jobs = kind === 'jobs' ? Math.ceil(size / 8) : Math.ceil(size / 2);
  return { type: 'jobs', contacts, jobs, contactsFirst: kind !== 'jobs' };
}

/**
 * Draws a run: 500 to 5,000 contacts, or up to half as many jobs, one to four things that happen on the way, and up to six
 * companies beside. Since jobs are drawn, a seed draws another run than it did before.
 */
export function drawPlan(seed: number): ChaosPlan {
  const draw = seededDraw(seed);
  const load = drawLoad(draw, 500, 5_000);
  const disturbances = Array.from({ length: draw.whole(1, 4) }, () => ({
    at: draw.fraction() * 0.95,
    disturbance: draw.one(kinds)(draw, load.type),
  })).sort((a, b) => a.at - b.at);
  return {
    seed,
    load,
    batchSize: draw.one([25, 50, 100]),
    concurrency: draw.whole(1, 5),
    disturbances,
    cancelAt: draw.fraction() < 0.15 ? draw.fraction() * 0.9 : null,
    past: drawPast(seed, load.type),
    beside: Array.from({ length: draw.whole(0, 6) }, () => drawLoad(draw, 300, 1_000)),
  };
}

/** Whether a worker that held the run may have been lost, or given it back: then another attempt is no fault. */
export function mayChangeWorkers({ disturbances }: ChaosPlan): boolean {
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
