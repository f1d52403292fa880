import { seededDraw, type Draw } from '../disturbing/seeded-draw.ts';
import type { Break } from './broken-subscription.ts';

/** The services whose processes are killed in turn, and the servers that become unavailable. */
const killedServices = ['migration-worker', 'migration-orchestrator', 'connection', 'gateway'] as const;
const awayServers = ['postgres', 'redis', 'kafka'] as const;

/** What is done to the product or to the vendors while changes arrive. */
export type SyncDisturbance =
  | { readonly kind: 'kill'; readonly service: (typeof killedServices)[number] }
  | {
      readonly kind: 'freeze';
      readonly service: 'migration-worker' | 'migration-orchestrator';
      readonly forMs: number;
    }
  | { readonly kind: 'away'; readonly server: (typeof awayServers)[number]; readonly forMs: number }
  /** A vendor rejects a company's credential for a while; then its users test the connection again. */
  | { readonly kind: 'revoke'; readonly vendor: 'acculynx' | 'hubspot'; readonly forMs: number }
  | { readonly kind: 'vendor-outage'; readonly vendor: 'acculynx' | 'hubspot'; readonly forMs: number }
  | { readonly kind: 'hubspot-limit'; readonly forMs: number }
  | { readonly kind: 'cut-answers'; readonly times: number }
  /** AccuLynx sends no events, for any company. */
  | { readonly kind: 'silence'; readonly forMs: number }
  | { readonly kind: Break };

/** What people do in AccuLynx or HubSpot during the stream of changes. */
const syncActs = [
  'swap-emails',
  'rotate-emails',
  'take-freed-email',
  'contact-with-job',
  'unassign',
  'unassign-for-a-while',
  'new-milestone',
  'move-deal',
  'new-primary-contact',
  'delete-contact',
  'merge-contacts',
] as const;
export type SyncAct = (typeof syncActs)[number];

/** When, as a share of the changes, and to which company. */
interface Timed {
  readonly at: number;
  readonly company: number;
}

/** The shares of the events that never arrive, arrive twice, out of order, late, or only after the last pass over all. */
interface EventShares {
  readonly lost: number;
  readonly doubled: number;
  readonly reordered: number;
  readonly late: number;
  readonly held: number;
}

/** One run as its seed draws it. */
export interface SyncPlan {
  readonly seed: number;
  /** Changes of the stream, over all companies. */
  readonly changes: number;
  readonly perSecond: number;
  /** Scales AccuLynx' delays between the tries of an event. */
  readonly retryScale: number;
  readonly events: EventShares;
  /** The delay of late events. */
  readonly lateMs: number;
  readonly companies: readonly { readonly contacts: number; readonly jobs: number }[];
  /** In chronological order. */
  readonly disturbances: readonly (Timed & { readonly disturbance: SyncDisturbance })[];
  readonly acts: readonly (Timed & { readonly act: SyncAct })[];
  /** What the first company migrates at the same time; null: another company migrates its contacts. */
  readonly migrates: 'contacts' | 'jobs' | null;
  readonly migratesAt: number;
}

const changesPerAct = 20;
const longestMs = 15_000;

const inTurn = (draw: Draw): SyncDisturbance[] => [
  ...killedServices.map((service) => ({ kind: 'kill', service }) as const),
  ...awayServers.map((server) => ({ kind: 'away', server, forMs: draw.whole(0, 8_000) }) as const),
  {
    kind: 'freeze',
    service: draw.one(['migration-worker', 'migration-orchestrator']),
    forMs: draw.whole(1_000, 12_000),
  },
  { kind: 'revoke', vendor: draw.one(['acculynx', 'hubspot']), forMs: draw.whole(1_000, 10_000) },
  { kind: 'vendor-outage', vendor: draw.one(['acculynx', 'hubspot']), forMs: draw.whole(1_000, 10_000) },
  { kind: 'hubspot-limit', forMs: draw.whole(500, 5_000) },
  { kind: 'cut-answers', times: draw.whole(1, 8) },
  { kind: 'silence', forMs: draw.whole(2_000, 20_000) },
  { kind: 'disable-subscription' },
  { kind: 'delete-subscription' },
];

/** 5% of the events are late, some of them so late that the last pass finds their changes first. */
const events: EventShares = { lost: 0.05, doubled: 0.05, reordered: 0.2, late: 0.03, held: 0.02 };

/** The items in a random order. */
function shuffled<Item>(draw: Draw, items: readonly Item[]): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(draw.whole(0, left.length - 1), 1));
}

/**
 * Draws a run: two or three companies, everything killed or unavailable in turn, acts of people, and a migration at the
 * same time.
 */
export function drawSyncPlan(seed: number, changes: number): SyncPlan {
  const draw = seededDraw(seed);
  const companies = Array.from({ length: draw.whole(2, 3) }, () => {
    const contacts = Math.round(Math.max(60, changes / 8) * (0.7 + draw.fraction() * 0.6));
    return { contacts, jobs: Math.round(contacts / 3) };
  });
  const timed = (): Timed => ({ at: draw.fraction() * 0.95, company: draw.whole(0, companies.length - 1) });
  const byTime = (a: Timed, b: Timed): number => a.at - b.at;
  return {
    seed,
    changes,
    perSecond: companies.length * draw.whole(6, 14),
    // The second try comes after 1.2 s and the last one after three minutes.
    retryScale: 0.02,
    events,
    lateMs: Math.min(longestMs, changes * 20),
    companies,
    disturbances: shuffled(draw, inTurn(draw))
      .map((disturbance) => ({ ...timed(), disturbance }))
      .sort(byTime),
    acts: Array.from({ length: Math.ceil(changes / changesPerAct) }, () => ({
      ...timed(),
      act: draw.one(syncActs),
    })).sort(byTime),
    migrates: draw.one(['contacts', 'jobs', null]),
    migratesAt: draw.fraction() * 0.5,
  };
}

/** A plan in one line, for people. */
export function describeSyncPlan({ changes, companies, disturbances, acts, ...plan }: SyncPlan): string {
  const sizes = companies.map(({ contacts, jobs }) => `${String(contacts)}/${String(jobs)}`).join(', ');
  const parts = disturbances.map(({ at, disturbance: { kind, ...facts } }) =>
    [kind, ...Object.values(facts).map(String), 'at', at.toFixed(2)].join(' '),
  );
  const beside = plan.migrates === null ? 'another company migrates' : `the first migrates ${plan.migrates}`;
  return `${String(changes)} changes at ${String(plan.perSecond)}/s of companies of ${sizes} contacts/jobs, ${String(acts.length)} acts, ${beside}: ${parts.join('; ')}`;
}
