import { seededDraw, type Draw } from './seeded-draw.ts';

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
  | { readonly kind: 'short-page'; readonly leaveOut: number }
  | {
      readonly kind: 'shift-source';
      readonly changes: readonly { readonly action: 'insert' | 'delete'; readonly at: number }[];
    };

/** A disturbance and when it comes: at this share of the records. */
interface TimedDisturbance {
  readonly at: number;
  readonly disturbance: Disturbance;
}

/** One run as its seed draws it. */
export interface ChaosPlan {
  readonly seed: number;
  readonly contacts: number;
  readonly batchSize: number;
  readonly concurrency: number;
  /** In the order of their coming. */
  readonly disturbances: readonly TimedDisturbance[];
  /** At which share of the records it is cancelled; null: it is not. */
  readonly cancelAt: number | null;
  /** How many contacts each of the companies has that migrate at the same time, with the defaults and undisturbed. */
  readonly beside: readonly number[];
}

const kinds: readonly ((draw: Draw) => Disturbance)[] = [
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
  (draw) => ({ kind: 'short-page', leaveOut: draw.whole(1, 30) }),
  shiftSource,
  shiftSource,
];

function shiftSource(draw: Draw): Disturbance {
  const changes = Array.from({ length: draw.whole(1, 12) }, () => ({
    action: draw.one(['insert', 'delete'] as const),
    at: draw.fraction(),
  }));
  return { kind: 'shift-source', changes };
}

/** Draws a run: 500 to 5,000 contacts, one to four things that happen on the way, and up to six companies beside. */
export function drawPlan(seed: number): ChaosPlan {
  const draw = seededDraw(seed);
  const contacts = draw.whole(500, 5_000);
  const disturbances = Array.from({ length: draw.whole(1, 4) }, () => ({
    at: draw.fraction() * 0.95,
    disturbance: draw.one(kinds)(draw),
  })).sort((a, b) => a.at - b.at);
  return {
    seed,
    contacts,
    batchSize: draw.one([25, 50, 100]),
    concurrency: draw.whole(1, 5),
    disturbances,
    cancelAt: draw.fraction() < 0.15 ? draw.fraction() * 0.9 : null,
    beside: Array.from({ length: draw.whole(0, 6) }, () => draw.whole(300, 1_000)),
  };
}

/** Whether a worker that held the run may have been lost, or given it back: then another attempt is no fault. */
export function mayChangeWorkers({ disturbances }: ChaosPlan): boolean {
  const kinds = new Set(['kill-worker', 'stop-worker', 'freeze-worker', 'vendor-outage', 'restart-server']);
  return disturbances.some(({ disturbance }) => kinds.has(disturbance.kind));
}
