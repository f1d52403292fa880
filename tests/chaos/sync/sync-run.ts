import type { Product } from '@ridgeline/devstack';
import type { DeliveryCounts, SimulatorControl } from '@ridgeline/testkit';
import type { WatchedMigration } from '../disturbing/watched-migration.ts';
import { seededDraw } from '../disturbing/seeded-draw.ts';
import { banProblems } from '../seeded/violations.ts';
import { lastPass, releaseHeld, untilDecided } from './last-pass.ts';
import { besideLog, besideOf, besideProblems, runBeside, type Beside } from './migration-beside.ts';
import { People } from './sync-acts.ts';
import { isBreak } from './broken-subscription.ts';
import { cutsWayToList, disturbSync } from './sync-disturb.ts';
import { evidenceOf } from './sync-evidence.ts';
import { noFacts, type SyncFacts } from './sync-facts.ts';
import { syncProblems } from './sync-model.ts';
import type { SyncPlan } from './sync-plan.ts';
import { untilDelivered, untilMade, untilNothingDue, untilSwept } from './sync-waits.ts';
import { deadLettersOf, newSyncedTenant, type SyncedTenant } from './synced-tenant.ts';
import { feedOf, findingsOf, sweepStatusOf } from './swept-evidence.ts';
import { sweptProblems, type Cut, type SweptEvidence } from './swept-model.ts';
import { timelines } from './timeline.ts';
import { keyOf, mayBeBrought, unequalRecords, type Inequality } from './unequal-records.ts';

/** The result of one run. */
export interface SyncOutcome {
  /** The number of changes, and the seconds from the first one until all findings were decided. */
  readonly changes: number;
  readonly seconds: number;
  /** Findings by verdict. */
  readonly missed: number;
  readonly late: number;
  readonly violations: readonly string[];
  /** Details of the records that violations name. */
  readonly log: readonly string[];
}

const undisturbed = { lost: 0, doubled: 0, reordered: 0, late: 0, held: 0, silent: false };

/** A company of a run, with the details that its checks need. */
interface Party {
  readonly tenant: SyncedTenant;
  readonly facts: SyncFacts;
  readonly people: People;
  /** Whether a migration of the company's own may have brought old records. */
  readonly mayBringOld: boolean;
}

/**
 * Runs a stream of changes with the planned disturbances. Once nothing is due any more, HubSpot must hold everything that
 * an event reported. Then all records are compared, and HubSpot must hold everything; what sweeps found must be what events
 * missed.
 */
export async function syncRun(product: Product, plan: SyncPlan): Promise<SyncOutcome> {
  const draw = seededDraw(plan.seed ^ 0x5fac);
  const parties = await Promise.all(
    plan.companies.map(async (sizes, place): Promise<Party> => {
      const [tenant, facts] = [await newSyncedTenant(product, sizes), noFacts()];
      const mayBringOld = plan.migrates !== null && place === 0;
      return { tenant, facts, people: new People(tenant, facts, draw), mayBringOld };
    }),
  );
  const tenants = parties.map(({ tenant }) => tenant);
  const [first] = tenants;
  if (!first) throw new Error('The plan has no company');
  const { control } = first.company;
  const startBeside = await besideOf(product, first, plan);
  // Before that, sweeps find changes that no event could report.
  await untilSwept(product, tenants, new Date(0));

  await control.releaseDeliveries();
  const before = await control.deliveryCounts();
  const started = performance.now();
  await disturbDeliveries(control, plan);
  const { beside, cuts } = await live(product, parties, plan, startBeside);
  const { held = 0 } = await control.deliveryCounts();
  await untilDelivered(control, held - (before.held ?? 0));
  for (const tenant of tenants) await untilNothingDue(product, tenant);

  const { bans } = await control.sourceLimitCounts();
  await control.clearFaults();
  await control.resetLimits();
  const quiet = await Promise.all(parties.map(quietOf));
  await lastPass(product, tenants);
  const found = await Promise.all(tenants.map(findingsOf));
  await control.change({ acculynx: { deliveries: { disturbances: undisturbed } } });
  const releasedAt = await releaseHeld(product, tenants, control);
  await untilDecided(product, tenants);
  const seconds = (performance.now() - started) / 1_000;

  const verdicts = await Promise.all(
    parties.map((party, place) => {
      const at = quiet[place];
      if (!at) throw new Error('Nothing is known of a company');
      return verdictOf(party, { ...at, found: found[place] ?? [], releasedAt, cuts });
    }),
  );
  const undelivered = failedEvents(plan, await control.deliveryCounts()) - failedEvents(plan, before);
  const sum = (of: (each: (typeof verdicts)[number]) => number) =>
    verdicts.reduce((all, each) => all + of(each), 0);
  const violations = [
    ...verdicts.flatMap((each) => each.violations),
    ...(await besideProblems(beside, deletedIn(parties))),
    ...(undelivered > 0 ? [`${String(undelivered)} events were never taken in`] : []),
    ...banProblems(bans),
  ];
  return {
    changes: plan.changes,
    seconds,
    missed: sum(({ status }) => status.missed),
    late: sum(({ status }) => status.late),
    violations,
    log: violations.length > 0 ? [...verdicts.flatMap((each) => each.log), ...(await besideLog(beside))] : [],
  };
}

const disturbDeliveries = (
  control: SimulatorControl,
  { retryScale, seed, events, lateMs }: SyncPlan,
): Promise<void> =>
  control.change({
    acculynx: {
      deliveries: { retryScale, seed, disturbances: { ...undisturbed, ...events, lateMs, spreadMs: 2_000 } },
    },
  });

const deletedIn = (parties: readonly Party[]): ReadonlySet<string> =>
  new Set(parties.flatMap(({ facts }) => [...facts.deleted]));

/** A subscription that was broken drops the events that it had to send. */
const failedEvents = (
  { disturbances }: SyncPlan,
  { failed = 0, nowhere = 0, dropped = 0 }: DeliveryCounts,
): number => failed + nowhere + (disturbances.some(({ disturbance }) => isBreak(disturbance)) ? 0 : dropped);

/**
 * Runs the stream, the acts of people, the disturbances and the other migration, each to its end; returns the migration's
 * result and the periods in which events could not reach the list.
 */
async function live(
  product: Product,
  parties: readonly Party[],
  plan: SyncPlan,
  startBeside: () => Promise<WatchedMigration>,
): Promise<{ readonly beside: Beside; readonly cuts: readonly Cut[] }> {
  const [first] = parties;
  if (!first) throw new Error('The plan has no company');
  const { control } = first.tenant.company;
  const { changes, perSecond, seed } = plan;
  const stream = await control.startStream({
    companies: parties.map(({ tenant }) => ({ companyId: tenant.company.user.companyId })),
    perSecond,
    seconds: changes / perSecond,
    seed,
  });
  const reach = (share: number) => untilMade(control, stream, Math.floor(share * changes));
  const acting = (async () => {
    for (const { at, company, act } of plan.acts) {
      await reach(at);
      await parties[company]?.people.act(act);
    }
  })();
  const cuts: Cut[] = [];
  const disturbing = (async () => {
    for (const { at, company, disturbance } of plan.disturbances) {
      await reach(at);
      const from = Date.now();
      await disturbSync(product, (parties[company] ?? first).tenant, disturbance);
      if (cutsWayToList(disturbance)) cuts.push({ from, until: Date.now() });
    }
  })();
  const migrating = (async () => {
    await reach(plan.migratesAt);
    return runBeside(product, startBeside, plan);
  })();
  const parts = await Promise.allSettled([acting, disturbing, migrating, reach(1)]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  return { beside: await migrating, cuts };
}

/** The state of a company before the last pass. */
interface Quiet {
  readonly quietAt: string;
  readonly unequal: ReadonlyMap<string, Inequality>;
  readonly mayBeBrought: ReadonlySet<string>;
}

async function quietOf({ tenant, facts, mayBringOld }: Party): Promise<Quiet> {
  const quietAt = new Date().toISOString();
  const evidence = await evidenceOf(tenant, facts, mayBringOld);
  const unequal = unequalRecords(evidence);
  return { quietAt, unequal, mayBeBrought: mayBeBrought(evidence, unequal) };
}

async function verdictOf(
  { tenant, facts, mayBringOld }: Party,
  known: Quiet & Pick<SweptEvidence, 'found' | 'releasedAt' | 'cuts'>,
) {
  const { control, user } = tenant.company;
  const status = await sweepStatusOf(tenant);
  const violations = [
    ...syncProblems(await evidenceOf(tenant, facts, mayBringOld)),
    ...sweptProblems({
      ...known,
      unseen: new Set(
        facts.merged.flatMap(({ sourceId, into }) => [keyOf('contact', sourceId), keyOf('contact', into)]),
      ),
      moments: await control.sourceMoments(user.companyId),
      deliveries: await control.deliveries(user.companyId),
      decided: await findingsOf(tenant),
      status,
      feed: await feedOf(tenant),
    }),
    ...(await deadLettersOf(tenant)),
  ];
  return { status, violations, log: await timelines(tenant, violations) };
}
