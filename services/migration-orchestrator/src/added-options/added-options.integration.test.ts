import { describe, expect, test } from '@jest/globals';
import { undoMigration } from '@ridgeline/contracts';
import { OutcomeKind } from '@ridgeline/events';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';

const { orchestrator } = await orchestratorOfFile();

const trades = { property: 'acculynx_trades', label: 'Trades' };
const inAccount = async ({ migration }: Run) =>
  (await orchestrator.look(migration)).reconciliation?.addedOptions;

describe('Options that a migration adds to HubSpot properties', () => {
  test('When they are reported one after another, and some twice, then the account has each once, by property', async () => {
    const run = await orchestrator.run();
    await run.worker.reportAddedOptions(run, { ...trades, options: ['Solar', 'Barns'] });
    await run.worker.reportAddedOptions(run, { ...trades, options: ['Barns', 'Awnings'] });
    await run.worker.reportAddedOptions(run, {
      property: 'source',
      label: 'Source',
      options: ['Fair\u0000'],
    });
    await run.worker.finish(run, 0);
    expect(await inAccount(run)).toEqual([
      { property: 'source', label: 'Source', count: 1, examples: ['Fair'] },
      { ...trades, count: 3, examples: ['Solar', 'Barns', 'Awnings'] },
    ]);
  });

  test('When there are many, then the account counts all and names ten', async () => {
    const run = await orchestrator.run();
    const options = Array.from({ length: 40 }, (_, index) => `Trade ${String(index)}`);
    await run.worker.reportAddedOptions(run, { ...trades, options });
    await run.worker.finish(run, 0);
    expect(await inAccount(run)).toEqual([{ ...trades, count: 40, examples: options.slice(0, 10) }]);
  });

  test('When a migration is undone, then the account of the undo has those that stay', async () => {
    const run = await orchestrator.run();
    await run.worker.planCreates(run, 1, ['a']);
    await run.worker.batchDone(run, 1, { a: OutcomeKind.CREATED });
    await run.worker.reportAddedOptions(run, { ...trades, options: ['Solar'] });
    await run.worker.finish(run, 1);
    const wanted = { params: { id: String(run.migrationId) }, body: { dryRun: true } } as const;
    const undo = await orchestrator.claimed(await orchestrator.person('roofers')(undoMigration, wanted));
    await undo.worker.finish(undo, 0);
    expect(await inAccount(undo)).toEqual([{ ...trades, count: 1, examples: ['Solar'] }]);
  });

  test('When a worker reports that has lost its lease, then nothing is stored', async () => {
    const run = await orchestrator.run();
    const late = { ...run, epoch: run.epoch + 1 };
    await expect(run.worker.reportAddedOptions(late, { ...trades, options: ['Late'] })).rejects.toMatchObject(
      { code: 'run.lease_lost' },
    );
    await run.worker.finish(run, 0);
    expect(await inAccount(run)).toEqual([]);
  });
});
