import { expect, test } from '@jest/globals';
import { startSimulators } from '@ridgeline/simulators';
import { eventually } from './eventually.ts';
import { simulatorControl } from './simulator-control.ts';

test('When a list of AccuLynx is shifted by hand and by a fault, then its contents are returned', async () => {
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

test('Jobs change as the company’s people change them, and deals as people do in HubSpot', async () => {
  const simulators = await startSimulators({
    companies: [
      {
        companyId: 'ridge',
        acculynxApiKey: 'key-00001',
        hubspotToken: 'pat-na1-00001',
        contacts: 60,
        jobs: 60,
      },
    ],
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => simulators.stop());
  const control = simulatorControl(simulators.addresses.control);
  const portalId = simulators.simulation.portals[0]?.portalId ?? 0;

  const jobs = await control.sourceJobs('ridge');
  const [job] = jobs.filter(({ assigned }) => assigned);
  const moved = await control.assignSourceJobs('ridge', false, { ids: [job?.id ?? ''] });
  expect([jobs.length, moved]).toMatchObject([60, { action: 'unassigned', ids: [job?.id] }]);
  expect(await control.changeSourceJob('ridge', job?.id ?? '', { currentMilestone: 'Dead' })).toMatchObject({
    assigned: false,
    currentMilestone: 'Dead',
  });

  const [first = '', second = '', third = ''] = await control.putTargets(portalId, 'deals', [
    { dealname: 'a', dealstage: 'contractsent' },
    { dealname: 'b' },
    { dealname: 'c', amount: '5' },
  ]);
  await control.changeTarget(portalId, 'deals', second, { pipeline: '10482113', dealstage: '20511804' });
  await control.mergeTarget(portalId, 'deals', third, first);
  await control.requireOfDeals(portalId, [{ property: 'amount', stage: 'closedwon' }]);
  expect(await control.targetDeals(portalId)).toMatchObject([
    { id: first, created: 1, updated: 0, properties: { dealname: 'a', amount: '5' } },
    { id: second, properties: { dealstage: '20511804', hs_is_closed: 'true' } },
  ]);
  await control.archiveTarget(portalId, 'deals', first);
  expect(await control.targetDeals(portalId)).toHaveLength(1);
  await control.deletePipeline(portalId, 'default', 'closedwon');
  await control.deletePipeline(portalId, '10482113');
  const pipelines = await control.targetPipelines(portalId);
  expect(pipelines.map(({ id, stages }) => [id, stages.length])).toEqual([['default', 6]]);
  expect(await control.targetAssociations(portalId, 'deals', 'contacts')).toEqual([]);
});

test('A stream of changes is started, followed and found among the arrivals', async () => {
  const simulators = await startSimulators({
    companies: [
      {
        companyId: 'ridge',
        acculynxApiKey: 'key-00001',
        hubspotToken: 'pat-na1-00001',
        contacts: 60,
        jobs: 60,
      },
    ],
  });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => simulators.stop());
  const control = simulatorControl(simulators.addresses.control);
  const portalId = simulators.simulation.portals[0]?.portalId ?? 0;

  const [first, second] = await control.sourceContacts('ridge');
  const created = await control.createSourceContact('ridge', { lastName: 'Okafor', numbered: true });
  const job = await control.createSourceJob('ridge', { contactIds: [created.id], numbered: true });
  expect(job).toMatchObject({ assigned: true, contacts: [{ contactId: created.id }] });
  await control.changeSourceJob('ridge', job.id, { primaryContactId: first?.id ?? '' });
  await control.swapSourceEmails('ridge', [first?.id ?? '', second?.id ?? '']);
  const id = await control.startStream({ companies: [{ companyId: 'ridge' }], perSecond: 200, seconds: 0.1 });
  const stream = await eventually(
    async () => {
      const read = await control.stream(id);
      expect(read.state).toBe('done');
      return read;
    },
    { what: 'the end of the stream' },
  );
  expect(stream.changes).toHaveLength(20);
  expect(await control.deliveryCounts()).toEqual({});
  await control.putTargets(portalId, 'contacts', [{ jobtitle: 'x ~4', city: 'a' }, { city: 'b' }]);
  expect(await control.targetArrivals(portalId, 'contacts', { property: 'jobtitle', by: 'city' })).toEqual([
    expect.objectContaining({ by: 'a', arrivals: [{ at: expect.any(String), number: 4 }] }),
  ]);
});
