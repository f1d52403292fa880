import { describe, expect, test } from '@jest/globals';
import type { PlannedRecord } from '@ridgeline/contracts/internal';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { aCreate, aCreateWithout } from '../testing/worker-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const onto = (sourceId: string, hubspotId: string): PlannedRecord => ({
  sourceId,
  name: 'A record',
  warnings: [],
  action: 'update',
  hubspotId,
  before: { phone: null },
  after: { phone: '+15125550143' },
});

describe('what a plan claims', () => {
  test('When two contacts go to one HubSpot record, then the second plan is answered who has it, and none of it is stored', async () => {
    const run = await orchestrator.run();
    expect(await run.worker.plan(run, 1, [onto('a', '77')])).toEqual({ taken: [] });
    const second = await run.worker.plan(run, 2, [onto('b', '77'), aCreate('c', 'c@example.com')]);
    expect(second).toEqual({ taken: [{ kind: 'hubspot_id', key: '77', sourceId: 'b', takenBy: 'a' }] });
    // Neither the batch nor the claims of its other records are stored.
    expect(await run.worker.plan(run, 2, [aCreate('other', 'c@example.com')])).toEqual({ taken: [] });
    expect(await run.worker.plan(run, 3, [aCreate('b')])).toEqual({ taken: [] });
  });

  test('When both are in one plan, then the first one has it', async () => {
    const run = await orchestrator.run();
    const { taken } = await run.worker.plan(run, 1, [onto('a', '77'), onto('b', '77')]);
    expect(taken).toEqual([{ kind: 'hubspot_id', key: '77', sourceId: 'b', takenBy: 'a' }]);
    const unchanged: PlannedRecord = {
      sourceId: 'b',
      name: 'Record b',
      warnings: [],
      action: 'unchanged',
      hubspotId: '77',
    };
    expect((await run.worker.plan(run, 1, [onto('a', '77'), unchanged])).taken).toHaveLength(1);
    expect((await run.worker.plan(run, 1, [onto('a', '77'), onto('b', '78')])).taken).toEqual([]);
  });

  test('When two contacts share an address in any case, then the second plan is answered who has it', async () => {
    const run = await orchestrator.run();
    await run.worker.plan(run, 1, [aCreate('a', 'Shared@Example.com')]);
    const { taken } = await run.worker.plan(run, 2, [aCreate('b', ' shared@example.COM ')]);
    expect(taken).toEqual([{ kind: 'key', key: 'shared@example.com', sourceId: 'b', takenBy: 'a' }]);
    const without = [aCreateWithout('b', 'shared@example.com')];
    expect(await run.worker.plan(run, 2, without)).toEqual({ taken: [] });
  });

  test('When an amended plan wants what another record has, then the former plan stands', async () => {
    const run = await orchestrator.run();
    await run.worker.plan(run, 1, [onto('a', '77')]);
    await run.worker.plan(run, 2, [aCreate('b')]);
    expect((await run.worker.plan(run, 2, [onto('b', '77')], 2)).taken).toHaveLength(1);
    expect((await run.worker.plan(run, 2, [onto('b', '78')], 2)).taken).toEqual([]);
  });

  test('When the same plan is sent again, then it takes nothing from itself', async () => {
    const run = await orchestrator.run();
    const records = [onto('a', '77'), aCreate('b', 'b@example.com')];
    for (let times = 0; times < 3; times += 1)
      expect(await run.worker.plan(run, 1, records)).toEqual({ taken: [] });
  });

  test('What one run has is free in another one', async () => {
    const [one, other] = [await orchestrator.run(), await orchestrator.run()];
    for (const run of [one, other])
      expect(await run.worker.plan(run, 1, [{ ...onto('a', '77'), key: 'x@example.com' }])).toEqual({
        taken: [],
      });
  });
});
