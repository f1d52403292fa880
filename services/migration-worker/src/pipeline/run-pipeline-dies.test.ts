import { describe, expect, test } from '@jest/globals';
import { SenderWorld } from './testing/a-run-with-senders.ts';

/** 26 parcels of 9 senders: two have a common address, one has no name, one is not there. */
function aWorld(): SenderWorld {
  const world = new SenderWorld();
  for (let index = 0; index < 26; index += 1) world.parcel(index, [index % 9, (index + 3) % 9]);
  world.senders.set('s-5', { id: 's-5', name: 'Sender 5', address: 'address-4' });
  world.senders.set('s-6', { id: 's-6', name: '', address: 'address-6' });
  world.senders.delete('s-7');
  return world;
}

/** What is in all portals, without HubSpot's ids. */
const contents = ({ people, boxes, pairs }: SenderWorld) =>
  [people, boxes, pairs].map(({ records }) =>
    records.map(({ properties }) => JSON.stringify(Object.entries(properties).toSorted())).toSorted(),
  );

/** What was counted of each record, by its kind. */
function accountOf({ orchestrator }: ReturnType<SenderWorld['run']>): string[] {
  const kinds = new Map(
    orchestrator.stored.map(({ batch, kind, pass }) => [batch, `${kind} ${pass}`] as const),
  );
  return [...orchestrator.outcomes]
    .flatMap(([batch, outcomes]) =>
      outcomes.map(({ sourceId, kind }) => `${kinds.get(batch) ?? ''}: ${sourceId} ${kind}`),
    )
    .toSorted();
}

describe('A worker dies with what comes along and what is associated', () => {
  test('At whatever step it dies, another one ends with the same in HubSpot, and with each record counted once', async () => {
    // Small batches, so that several of each kind are on their way.
    const settings = { batchSize: 5, concurrency: 2 };
    const whole = aWorld();
    const undisturbed = whole.run({ settings });
    await undisturbed.pipeline.run();
    const account = accountOf(undisturbed);
    expect(new Set(account).size).toBe(account.length);
    expect(account.filter((line) => line.startsWith('parcel_sender'))).toHaveLength(52);

    let diesAt = 1;
    for (; ; diesAt += 1) {
      const world = aWorld();
      const first = world.run({ settings, diesAt });
      const ended = await first.pipeline.run().then(
        () => 'ended',
        () => 'died',
      );
      if (ended === 'ended') break;
      const { orchestrator } = first;
      const next = world.run({ settings, orchestrator, claim: orchestrator.claimFor('parcel') });
      await next.pipeline.run();
      expect({ diesAt, contents: contents(world) }).toEqual({ diesAt, contents: contents(whole) });
      expect({ diesAt, account: accountOf(next) }).toEqual({ diesAt, account });
      expect(next.pipeline.plannedRecords).toBe(26);
    }
    expect(diesAt).toBeGreaterThan(80);
  });
});
