import { eventually } from '@ridgeline/testkit/eventually';
import { expect, test } from '@jest/globals';
import type { TakenRound } from '../orchestrator/orchestrator.ts';
import { runSync } from './run-sync.ts';
import { aContact, aDueRecord, aRound, syncing } from './testing.ts';

test('When a list for a backlog is half read, then a round of contacts that it has is copied to its end before the list ends', async () => {
  const { services, lease, contacts, target, pages, reports } = syncing([]);
  for (let made = 0; made < 300; made += 1) contacts.set(`c-${String(made)}`, aContact(`c-${String(made)}`));
  const ids = [...contacts.keys()];
  const linkedRound = (round: number, sourceIds: readonly string[]) =>
    aRound({
      round,
      alsoWaiting: 150,
      records: sourceIds.map((id) =>
        aDueRecord(id, {
          hubspotId: target.add({ acculynx_contact_id: id }),
          knownAt: '2026-11-25T09:59:00.000Z',
        }),
      ),
    });
  const isOver = (round: number) =>
    reports().some((one) => one.round === round && one.report.case === 'roundDone');
  pages.before = async (startIndex) => {
    if (startIndex === 250)
      await eventually(() => expect(isOver(2)).toBe(true), { what: 'the second round to be over' });
  };
  const taken: number[] = [];
  const orchestrator: typeof services.orchestrator = {
    ...services.orchestrator,
    findWaiting: () => Promise.resolve(ids.slice(100)),
    takeRound: (_sync, { inHand, readAhead: [ahead] }): Promise<TakenRound> => {
      const open = inHand.filter((round) => !isOver(round));
      const records =
        taken.length === 0 ? ids.slice(0, 100) : taken.length === 1 ? ahead?.sourceIds : undefined;
      if (!records) return Promise.resolve({ round: null, waitMs: open.length > 0 ? 1_000 : null, open });
      taken.push(taken.length + 1);
      return Promise.resolve({ round: linkedRound(taken.length, records), waitMs: null, open });
    },
  };
  expect(await runSync({ ...services, orchestrator }, lease)).toEqual({ exit: 'handed-back' });
  expect(reports().map(({ round, report }) => [round, report.case])).toEqual([
    [2, 'batchDone'],
    [2, 'roundDone'],
    [1, 'batchDone'],
    [1, 'roundDone'],
  ]);
  expect(target.records).toHaveLength(200);
});
