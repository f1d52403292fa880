import { problemOf } from '@ridgeline/hubspot';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { ObjectMigration } from '../object-migration/object-migration.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import type { ConformingWorld } from './testing/conforming-world.ts';
import { linkedBy, noting } from './testing/another-migration.ts';
import { parcelWorld } from './testing/parcel-world.ts';
import { simulatedWorld } from './testing/simulated-world.ts';
import { availableTypes, objectMigrationOf } from './index.ts';

const migrationOf = (migrationType: string): ObjectMigration => {
  const object = objectMigrationOf(migrationType);
  if (!object) throw new Error(`Nothing moves ${migrationType}`);
  return object;
};

/** Every kind of record that is copied; each must pass the tests below. */
const kinds: readonly (readonly [string, () => Promise<ConformingWorld>])[] = [
  ...availableTypes.map((type): [string, () => Promise<ConformingWorld>] => [
    type,
    () => simulatedWorld({ object: migrationOf(type) }),
  ]),
  ['parcels, which exist in tests only', parcelWorld],
];

const worlds: ConformingWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world[Symbol.asyncDispose]();
});

/**
 * The counted outcomes: each record by kind and pass, with its outcome. An association is named by its two records, because
 * HubSpot's ids depend on the order of writes.
 */
function accountOf({ stored, outcomes }: FakeOrchestrator): string[] {
  const passes = new Map(stored.map(({ batch, kind, pass }) => [batch, `${kind} ${pass}`] as const));
  const sources = new Map(
    [...outcomes.values()].flat().map(({ sourceId, hubspotId }) => [hubspotId, sourceId]),
  );
  const named = (sourceId: string): string =>
    sourceId
      .split('/')
      .map((id) => sources.get(id) ?? id)
      .join('/');
  return [...outcomes].flatMap(([batch, counted]) =>
    counted.map(({ sourceId, outcome }) => `${passes.get(batch) ?? ''}: ${named(sourceId)} ${outcome}`),
  );
}

describe.each(kinds)('%s keep what every kind of record promises', (_, open) => {
  const opened = async (): Promise<ConformingWorld> => {
    const world = await open();
    worlds.push(world);
    return world;
  };

  test('Every record that AccuLynx has comes out in one way, however odd it is', async () => {
    const world = await opened();
    const { pipeline, orchestrator } = await world.run({});
    await pipeline.run();
    const own = accountOf(orchestrator).filter((line) => line.startsWith(`${world.ownKind} records`));
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map((line) => line.split(' ')[2])).size).toBe(own.length);
    const { read, foundAtEnd, heldStill } = pipeline.sourceAccount;
    expect([read, foundAtEnd, heldStill]).toEqual([own.length, own.length, true]);
    expect(own.filter((line) => line.endsWith(' failed'))).toEqual([]);
  });

  test.each([
    ['knows the links', linkedBy],
    ['has lost the links', () => new FakeOrchestrator()],
  ])('A second migration that %s writes nothing, and finds everything unchanged', async (_, next) => {
    const world = await opened();
    const first = await world.run({});
    await first.pipeline.run();
    const before = await world.contents();
    const written: string[] = [];
    const second = await world.run({ orchestrator: next(first.orchestrator), through: noting(written) });
    await second.pipeline.run();
    expect(written).toEqual([]);
    expect(await world.contents()).toEqual(before);
    const ways = accountOf(second.orchestrator).map((line) => line.split(' ').at(-1));
    expect([...new Set(ways)].filter((way) => way !== 'skipped')).toEqual(['unchanged']);
  });

  test('A record that HubSpot refuses with its whole batch fails alone', async () => {
    const world = await opened();
    const undisturbed = await opened();
    const whole = await undisturbed.run({});
    await whole.pipeline.run();
    const created = accountOf(whole.orchestrator).filter((line) => line.endsWith(' created'));
    const culprit = created.find((line) => line.startsWith(`${world.ownKind} records`))?.split(' ')[2] ?? '';
    const refusing = (target: HubspotTarget): HubspotTarget => ({
      ...target,
      upsert: (inputs, signals) => {
        if (!inputs.some(({ id }) => id === culprit)) return target.upsert(inputs, signals);
        const problem = problemOf(400, { category: 'VALIDATION_ERROR' });
        return Promise.resolve({ outcome: 'rejected', problem });
      },
    });
    const { pipeline, orchestrator } = await world.run({ through: refusing });
    await pipeline.run();
    const failed = accountOf(orchestrator).filter((line) => line.endsWith(' failed'));
    expect(failed).toEqual([`${world.ownKind} records: ${culprit} failed`]);
    const missing = new Set(await undisturbed.contents()).difference(new Set(await world.contents()));
    expect([...missing].every((line) => line.includes(culprit))).toBe(true);
  });

  test('At whatever step a worker dies, another one ends with the same in HubSpot, each record counted once', async () => {
    const undisturbed = await opened();
    const whole = await undisturbed.run({});
    await whole.pipeline.run();
    const account = accountOf(whole.orchestrator).toSorted();
    const contents = (await undisturbed.contents()).toSorted();
    expect(new Set(account).size).toBe(account.length);

    for (let diesAt = 1; ; diesAt += 1) {
      await using world = await open();
      const first = await world.run({ diesAt });
      const hasDied = await first.pipeline.run().then(
        () => false,
        () => true,
      );
      if (!hasDied) break;
      const { orchestrator } = first;
      const next = await world.run({ orchestrator, claim: orchestrator.claimFor(world.ownKind) });
      await next.pipeline.run();
      expect(next.pipeline.plannedRecords).toBe(whole.pipeline.plannedRecords);
      expect({ diesAt, account: accountOf(orchestrator).toSorted() }).toEqual({ diesAt, account });
      expect({ diesAt, contents: (await world.contents()).toSorted() }).toEqual({ diesAt, contents });
    }
  }, 120_000);
});
