import { expect, test } from '@jest/globals';
import { startSimulators } from '@ridgeline/simulators';
import { simulatorControl } from './simulator-control.ts';

test('A list of AccuLynx is shifted by hand and by a fault, and what it holds then is told', async () => {
  const simulators = await startSimulators({
    companies: [
      { companyId: 'ridge', acculynxApiKey: 'key-00001', hubspotToken: 'pat-na1-00001', contacts: 60 },
    ],
    settings: { acculynx: { latency: { baseMs: 0, perRecordMs: 0 } } },
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => simulators.stop());
  const control = simulatorControl(simulators.addresses.control);
  const readPage = () =>
    fetch(`${simulators.addresses.acculynx}/api/v2/contacts`, {
      headers: { authorization: 'Bearer key-00001' },
    });

  const before = await control.sourceIds('ridge', 'contacts');
  const gone = await control.deleteFromSource('ridge', 'contacts', { at: 'front' });
  expect(gone).toMatchObject({ ids: [before[0]], count: 59 });
  const come = await control.insertIntoSource('ridge', 'contacts', { at: 5, count: 2 });
  await control.addFault({
    vendor: 'acculynx',
    path: '/api/v2/contacts',
    every: 2,
    effect: { kind: 'shift', action: 'delete', at: 'end' },
  });
  for (let page = 0; page < 3; page += 1) await readPage();
  expect(await control.sourceIds('ridge', 'contacts')).toEqual(
    before.slice(1, -1).toSpliced(5, 0, ...come.ids),
  );
  expect(await control.sourceChanges('ridge', gone.number)).toMatchObject([
    { action: 'inserted', ids: come.ids },
    { action: 'deleted', ids: [before.at(-1)] },
  ]);
  expect(await control.faults()).toMatchObject([{ matched: 3, struck: 1 }]);
  expect(await control.sourceLimitCounts()).toMatchObject({ admitted: 3, bans: 0, callsDuringBan: 0 });
  await control.resetLimits();
  expect(await control.sourceLimitCounts()).toMatchObject({ admitted: 0 });
});
