import { eventually } from '@ridgeline/testkit/eventually';
import { describe, expect, test } from '@jest/globals';
import { RunFailed } from '../base/run-errors.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { RoundsInHand } from './rounds-in-hand.ts';
import type { RoundExit } from './run-round.ts';
import { aContact, aDueRecord, aRound, syncing } from './testing.ts';

describe('Rounds of a sync run side by side', () => {
  test('When records of two kinds are due, then their rounds run side by side', async () => {
    const { run, contacts, ledger, reports } = syncing(
      [
        aRound({ round: 1, records: [aDueRecord('a')] }),
        aRound({ round: 2, migrationType: 'jobs', nextBatch: 2, records: [aDueRecord('b')] }),
      ],
      { objectOf: () => contactMigration },
    );
    for (const id of ['a', 'b']) contacts.set(id, aContact(id));
    const second = Promise.withResolvers<undefined>();
    ledger.beforeStore = ({ batch }) => {
      if (batch === 2) second.resolve(undefined);
      return batch === 1 ? second.promise : Promise.resolve();
    };
    await run();
    expect(reports().filter(({ report }) => report.case === 'roundDone')).toHaveLength(2);
  });

  test('When one of two rounds is left, then the sync is handed back when the other one is over', async () => {
    const { run, contacts, ledger, reports } = syncing(
      [
        aRound({ round: 1, records: [aDueRecord('a')] }),
        aRound({ round: 2, migrationType: 'jobs', nextBatch: 2, records: [aDueRecord('b')] }),
        aRound({ round: 3, records: [aDueRecord('c')] }),
      ],
      { objectOf: () => contactMigration },
    );
    for (const id of ['a', 'b', 'c']) contacts.set(id, aContact(id));
    const left = Promise.withResolvers<undefined>();
    ledger.beforeStore = ({ batch }) => (batch === 2 ? left.promise : Promise.resolve());
    ledger.openValues = () => {
      ledger.openValues = () => Promise.resolve({ values: [], next: null, settled: true });
      left.resolve(undefined);
      return Promise.reject(new RunFailed('The token is rejected', { refusedBy: 'HubSpot' }));
    };
    expect(await run()).toEqual({
      exit: 'handed-back',
      wait: { ms: 10_000, reason: 'The token is rejected' },
    });
    expect(reports().map(({ round, report }) => [round, report.case])).toEqual([
      [1, 'batchDone'],
      [2, 'batchDone'],
      [2, 'roundDone'],
    ]);
  });

  test('When the records of a round are copied, then the next one of its kind begins, and its later passes wait for those of the first', async () => {
    const { run, contacts, ledger, reports } = syncing([
      aRound({ round: 1, records: [aDueRecord('a')] }),
      aRound({ round: 2, records: [aDueRecord('b')], nextBatch: 2 }),
    ]);
    for (const id of ['a', 'b']) contacts.set(id, aContact(id));
    const passes: string[] = [];
    const secondIsCopied = () => expect(reports()).toMatchObject([{ round: 1 }, { round: 2 }]);
    ledger.openValues = async () => {
      passes.push('begins');
      if (passes.length === 1) await eventually(secondIsCopied, { what: 'the records of the second round' });
      passes.push('ends');
      return { values: [], next: null, settled: true };
    };
    await run();
    expect(passes).toEqual(['begins', 'ends', 'begins', 'ends']);
  });

  test('When a round is left for what follows its records, then so is the next one of its kind', async () => {
    const { run, contacts, ledger, reports } = syncing([
      aRound({ round: 1, records: [aDueRecord('a')] }),
      aRound({ round: 2, records: [aDueRecord('b')], nextBatch: 2 }),
    ]);
    for (const id of ['a', 'b']) contacts.set(id, aContact(id));
    const secondIsCopied = () => expect(reports()).toMatchObject([{ round: 1 }, { round: 2 }]);
    ledger.openValues = async () => {
      await eventually(secondIsCopied, { what: 'the records of the second round' });
      throw new RunFailed('The token is rejected', { refusedBy: 'HubSpot' });
    };
    expect(await run()).toMatchObject({ exit: 'handed-back', wait: { reason: 'The token is rejected' } });
    expect(reports().map(({ report }) => report.case)).toEqual(['batchDone', 'batchDone']);
  });
});

describe('What follows the records of a round', () => {
  const first = aRound({ round: 1, records: [aDueRecord('a'), aDueRecord('b')] });
  const second = aRound({ round: 2, records: [aDueRecord('c')] });
  const third = aRound({ round: 3, records: [aDueRecord('b')] });
  const ofJobs = aRound({ round: 4, migrationType: 'jobs', records: [aDueRecord('a')] });
  const continued = aRound({ round: 5, nextBatch: 2 });
  const ofAnother = aRound({ round: 6, connectionId: 4, nextBatch: 2 });

  /** Begins rounds that end when the test says so. */
  const inHand = (...begun: readonly (typeof first)[]) => {
    const ends = new Map(begun.map(({ round }) => [round, Promise.withResolvers<RoundExit>()]));
    const mayFollow = new Map<number, boolean>();
    const rounds = new RoundsInHand(async ({ round }, earlierAreOver) => {
      void earlierAreOver.then((over) => mayFollow.set(round, over));
      const end = await ends.get(round)?.promise;
      return end ?? { exit: 'over' };
    });
    for (const round of begun) rounds.begin(round);
    const end = async (round: typeof first, exit: RoundExit['exit']) => {
      ends.get(round.round)?.resolve({ exit });
      await new Promise(setImmediate);
    };
    return { rounds, end, mayFollow };
  };

  test('When a round has a record of an earlier one, then it waits for that, and for no other', async () => {
    const { end, mayFollow } = inHand(first, second, third, ofJobs);
    await end(second, 'over');
    expect([...mayFollow]).toEqual([1, 2, 4].map((round) => [round, true]));
    await end(first, 'over');
    expect(mayFollow.get(3)).toBe(true);
  });

  test('When an earlier worker planned a batch of one, then those beside it of its connection and kind wait, whatever they hold', async () => {
    const { end, mayFollow } = inHand(continued, second, ofAnother);
    await end(ofAnother, 'over');
    expect([...mayFollow]).toEqual([5, 6].map((round) => [round, true]));
    await end(continued, 'over');
    expect(mayFollow.get(2)).toBe(true);
  });

  test('When a round is left, then so is a later one of the same records, even one that begins after that', async () => {
    const { rounds, end, mayFollow } = inHand(first, second);
    await end(first, 'left');
    rounds.begin(third);
    await end(second, 'over');
    expect([...mayFollow].at(-1)).toEqual([3, false]);
  });
});
