import type { MigrationType } from '@ridgeline/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { linkedBy } from './testing/another-migration.ts';
import { company } from '../testing/bench-company.ts';
import { simulatedWorld, type SimulatedWorld } from './testing/simulated-world.ts';
import { objectMigrationOf } from './index.ts';

const worlds: SimulatedWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]();
});

async function opened(migrationType: MigrationType): Promise<SimulatedWorld> {
  const object = objectMigrationOf(migrationType);
  if (!object) throw new Error(`Nothing moves ${migrationType}`);
  const world = await simulatedWorld({ object });
  worlds.push(world);
  return world;
}

async function migrated(world: SimulatedWorld, before?: FakeOrchestrator) {
  const setup = before ? { orchestrator: linkedBy(before) } : {};
  const { pipeline, orchestrator, reported } = await world.run(setup);
  await pipeline.run();
  const own = reported.filter(({ plan }) => plan.kind === world.ownKind && plan.pass === 'records');
  const messages = reported.flatMap(({ outcomes }) => [...outcomes.values()]);
  return {
    orchestrator,
    account: pipeline.sourceAccount,
    outcomes: own.flatMap(({ outcomes }) => [...outcomes.values()]),
    failed: messages.flatMap(({ outcome, name, reason, message }) =>
      outcome === 'failed' ? [{ name, reason, message }] : [],
    ),
    said: messages.flatMap(({ name, message }) => (message === null ? [] : `${name ?? ''}: ${message}`)),
  };
}

/** Everything in HubSpot after a migration without unreadable records. */
async function undisturbed(migrationType: MigrationType): Promise<readonly string[]> {
  const world = await opened(migrationType);
  await migrated(world);
  return (await world.contents()).toSorted();
}

const malform = (world: SimulatedWorld, ids: readonly string[], fields: object | null) =>
  world.control.addFault({ vendor: 'acculynx', effect: { kind: 'malform', ids, fields } });

/** The ids that a migration of everything reads, in list order. */
async function listed(world: SimulatedWorld, migrationType: MigrationType): Promise<readonly string[]> {
  if (migrationType === 'contacts') return world.control.sourceIds(company.companyId, 'contacts');
  const jobs = await world.control.sourceJobs(company.companyId);
  return jobs.flatMap(({ id, assigned }) => (assigned ? id : []));
}

describe.each(['contacts', 'jobs'] as const)('AccuLynx hands out some of its %s in an odd form', (type) => {
  test('Then those fail with the field at fault, all others are copied, and the next migration copies them too', async () => {
    const whole = await undisturbed(type);
    const world = await opened(type);
    const ids = await listed(world, type);
    await malform(world, ids.slice(5, 6), { id: 12, firstName: 'Ngozi', lastName: 'Okafor', jobName: null });
    await malform(world, ids.slice(7, 8), { id: null, firstName: null, lastName: null, jobName: ' ' });
    await malform(world, ids.slice(9, 10), null);

    const first = await migrated(world);
    const { read, countedBySource, foundAtEnd, heldStill } = first.account;
    expect(first.outcomes).toHaveLength(read);
    expect([countedBySource, foundAtEnd, heldStill]).toEqual([read, read, true]);
    const form = 'AccuLynx sent it in a form that cannot be read';
    expect(first.failed).toHaveLength(3);
    expect(first.failed.every(({ reason }) => reason === 'unreadable')).toBe(true);
    expect(first.said).toContainEqual(expect.stringMatching(new RegExp(`^Ngozi Okafor: ${form} \\(id\\)$`)));
    expect(first.said).toContainEqual(
      expect.stringMatching(new RegExp(`^(Contact|Job) unreadable/[0-9a-f]{16}: ${form}$`)),
    );

    await world.control.clearFaults();
    const second = await migrated(world, first.orchestrator);
    expect(second.failed).toEqual([]);
    expect(second.outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(3);
    expect((await world.contents()).toSorted()).toEqual(whole);
  });
});

test('When the contact of a job cannot be read, then its deal is copied without it, and the next migration brings both together', async () => {
  const whole = await undisturbed('jobs');
  const world = await opened('jobs');
  const jobs = await world.control.sourceJobs(company.companyId);
  const contactId = jobs.find(({ assigned }) => assigned)?.contacts[0]?.contactId ?? '';
  await malform(world, [contactId], { id: null, firstName: 'Ngozi', lastName: 'Okafor' });
  const first = await migrated(world);
  expect(first.failed).toEqual([
    {
      name: 'Ngozi Okafor',
      reason: 'unreadable',
      message: 'AccuLynx sent it in a form that cannot be read (id)',
    },
  ]);
  expect(first.said).toContainEqual(
    expect.stringMatching(
      /its contact .* is not in HubSpot \(AccuLynx sent it in a form that cannot be read\); the deal stays without it$/,
    ),
  );

  await world.control.clearFaults();
  expect((await migrated(world, first.orchestrator)).failed).toEqual([]);
  expect((await world.contents()).toSorted()).toEqual(whole);
});
