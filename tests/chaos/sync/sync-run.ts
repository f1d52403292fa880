import type { Product } from '@ridgeline/devstack';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import { eventually, type DeliveryCounts, type SimulatorControl } from '@ridgeline/testkit';
import { newContender, untilSettled, type Contender } from '../seeded/contender.ts';
import { seededDraw } from '../seeded/seeded-draw.ts';
import { banProblems } from '../seeded/violations.ts';
import { People } from './sync-acts.ts';
import { disturbSync } from './sync-disturb.ts';
import { evidenceOf } from './sync-evidence.ts';
import { noFacts, type SyncFacts } from './sync-facts.ts';
import { syncProblems } from './sync-model.ts';
import type { SyncPlan } from './sync-plan.ts';
import { timelines } from './timeline.ts';
import { deadLettersOf, newSyncedContender, syncStatus, type SyncedContender } from './synced-contender.ts';

/** What one run came to. */
export interface SyncOutcome {
  /** Changes that were made, and seconds from the first one until nothing was due. */
  readonly changes: number;
  readonly seconds: number;
  readonly violations: readonly string[];
  /** What is known of records that violations name. */
  readonly log: readonly string[];
}

/** No event is lost; 5 % are doubled, 20 % out of order and 5 % late. */
const disturbedEvents = { doubled: 0.05, reordered: 0.2, late: 0.05, spreadMs: 2_000 };
const withinMs = 300_000;

/** Runs a stream of changes through what its plan holds, and checks HubSpot once nothing is due any more. */
export async function syncRun(product: Product, plan: SyncPlan): Promise<SyncOutcome> {
  const contenders = await Promise.all(plan.companies.map((sizes) => newSyncedContender(product, sizes)));
  const [first] = contenders;
  if (!first) throw new Error('The plan has no company');
  const facts = contenders.map(noFacts);
  const draw = seededDraw(plan.seed ^ 0x5fac);
  const people = contenders.map((each, place) => new People(each, facts[place] ?? noFacts(), draw));
  const { control } = first.company;
  const startBeside = await besideOf(product, first, plan);
  await control.change({
    acculynx: {
      deliveries: {
        retryScale: plan.retryScale,
        seed: plan.seed,
        disturbances: { ...disturbedEvents, lateMs: plan.lateMs },
      },
    },
  });

  const failedBefore = failedEvents(await control.deliveryCounts());
  const started = performance.now();
  const { changes, perSecond, seed } = plan;
  const stream = await control.startStream({
    companies: contenders.map(({ company }) => ({ companyId: company.user.companyId })),
    perSecond,
    seconds: changes / perSecond,
    seed,
  });
  const reach = (share: number) => untilMade(control, stream, Math.floor(share * changes));
  const acting = (async () => {
    for (const { at, company, act } of plan.acts) {
      await reach(at);
      await people[company]?.act(act);
    }
  })();
  const disturbing = (async () => {
    for (const { at, company, disturbance } of plan.disturbances) {
      await reach(at);
      await disturbSync(product, contenders[company] ?? first, disturbance);
    }
  })();
  const migrating = (async () => {
    await reach(plan.migratesAt);
    return startBeside();
  })();
  const parts = await Promise.allSettled([acting, disturbing, migrating, reach(1)]);
  for (const part of parts) if (part.status === 'rejected') throw part.reason;
  await untilDelivered(control);
  await untilSettled(product, await migrating);
  for (const contender of contenders) await untilNothingDue(product, contender);
  const seconds = (performance.now() - started) / 1_000;

  const { bans } = await control.sourceLimitCounts();
  await control.clearFaults();
  await control.resetLimits();
  const judged = await Promise.all(
    contenders.map((each, place) =>
      judge(each, facts[place] ?? noFacts(), plan.migrates !== null && place === 0),
    ),
  );
  const undelivered = failedEvents(await control.deliveryCounts()) - failedBefore;
  return {
    changes,
    seconds,
    violations: [
      ...judged.flatMap((each) => each.violations),
      ...(undelivered > 0 ? [`${String(undelivered)} events were never taken in`] : []),
      ...banProblems(bans),
    ],
    log: judged.flatMap((each) => each.log),
  };
}

const failedEvents = ({ failed = 0, nowhere = 0, dropped = 0 }: DeliveryCounts): number =>
  failed + nowhere + dropped;

async function judge(contender: SyncedContender, facts: SyncFacts, mayBringOld: boolean) {
  const violations = [
    ...syncProblems(await evidenceOf(contender, facts, mayBringOld)),
    ...(await deadLettersOf(contender)),
  ];
  return { violations, log: await timelines(contender, violations) };
}

/** What starts the migration beside: one of the first company's own, or another company's. */
async function besideOf(
  product: Product,
  { company, connection }: SyncedContender,
  { migrates, companies }: SyncPlan,
): Promise<() => Promise<Pick<Contender, 'company' | 'id'>>> {
  const contacts = companies[0]?.contacts ?? 0;
  const start: () => Promise<Pick<Contender, 'company' | 'id'>> =
    migrates === null
      ? await newContender(product, { type: 'contacts', contacts, jobs: 0, contactsFirst: false })
      : async () => ({
          company,
          id: (await company.startMigration(connection, { migrationType: migrates })).id,
        });
  return () => eventually(start, { within: 90_000, what: 'a migration to start' });
}

async function untilMade(control: SimulatorControl, stream: number, count: number): Promise<void> {
  await eventually(
    async () => {
      const { changes } = await control.stream(stream);
      if (changes.length < count) throw new Error(`${String(changes.length)} changes are made`);
    },
    { within: 900_000, what: `${String(count)} changes` },
  );
}

/** Waits until AccuLynx has nothing more to send. */
async function untilDelivered(control: SimulatorControl): Promise<void> {
  await eventually(
    async () => {
      const { events = 0, doubled = 0, ...ends } = await control.deliveryCounts();
      const { accepted = 0, failed = 0, nowhere = 0, dropped = 0, lost = 0, silent = 0 } = ends;
      const open = events + doubled - accepted - failed - nowhere - dropped - lost - silent;
      if (open > 0) throw new Error(`${String(open)} events are on their way`);
    },
    { within: withinMs, what: 'all events to be delivered' },
  );
}

/** What was received is on the list a moment later: until then, nothing is due of it. */
async function untilNothingDue({ servers }: Product, contender: SyncedContender): Promise<void> {
  const url = urlOf(servers.postgres.adminUrl, { database: 'ridgeline' });
  await using db = openDatabase({ url, applicationName: 'chaos', max: 1 });
  const { at } = await db.forSystem((tx) =>
    tx.one<{ at: Date | null }>(
      `select max(received_at) as at from connection.webhook_deliveries where connection_id = $1`,
      [contender.connection.id],
    ),
  );
  await eventually(
    async () => {
      const { state, waiting, lastEventAt } = await syncStatus(contender);
      const isListed = at === null || Date.parse(lastEventAt ?? '') >= at.getTime();
      if (state !== 'current' || waiting > 0 || !isListed)
        throw new Error(
          `It is ${state}, ${String(waiting)} wait, the last event on the list is of ${lastEventAt ?? ''}`,
        );
    },
    { within: withinMs, what: `nothing to be due of connection ${String(contender.connection.id)}` },
  );
}
