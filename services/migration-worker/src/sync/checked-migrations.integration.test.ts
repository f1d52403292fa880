import { contactType, defaultOptions, hubspotScopes, jobType } from '@ridgeline/contracts';
import type { CheckedPage, CheckedRecord } from '@ridgeline/contracts/internal';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { afterEach, describe, expect, test } from '@jest/globals';
import { preparePortal } from '../objects/testing/simulated-world.ts';
import { anOrder, FakeSweeps, sweeping } from '../sweep/testing.ts';
import { company, simulated } from '../testing/bench-company.ts';
import { openSimulated } from '../vendors/testing/simulated-vendors.ts';
import { runSync } from './run-sync.ts';
import { aDueRecord, aRound, aSync } from './testing.ts';

let simulators: Simulators;
let control: SimulatorControl;
afterEach(() => simulators.stop());

const { companyId, portalId } = company;

const scopes = ['oauth', ...hubspotScopes.map(({ scope }) => scope)];

/** Copies jobs with their contacts; returns what was written, in the form that a check receives. */
async function written(without: string | null = null): Promise<readonly CheckedRecord[]> {
  const granted = scopes.filter((scope) => scope !== without);
  simulators = await startSimulators({
    ...simulated,
    companies: [{ ...company, contacts: 8, jobs: 8, scopes: granted }],
  });
  control = simulatorControl(simulators.addresses.control);
  for (const type of [contactType, jobType]) await preparePortal(control, simulators.addresses.hubspot, type);
  const records = (await control.sourceIds(companyId, 'jobs')).map((id) => aDueRecord(id));
  const options = { ...defaultOptions, includeNoEmailContacts: true };
  const round = aRound({ migrationType: 'jobs', options, takenAt: new Date().toISOString(), records });
  const sync = aSync([round], { openVendors: openSimulated(simulators.addresses) });
  await runSync(sync.services, sync.lease);
  sync.lease[Symbol.dispose]();
  const ids = new Map(
    sync
      .reports()
      .flatMap(({ report }) =>
        report.case === 'batchDone'
          ? report.value.outcomes.map(({ sourceId, hubspotId }) => [sourceId, hubspotId] as const)
          : [],
      ),
  );
  const writtenAt = new Date().toISOString();
  return sync.ledger.stored.flatMap(({ kind, records: planned }) =>
    planned.flatMap((plan) =>
      plan.action === 'create'
        ? {
            ...{ kind, sourceId: plan.sourceId, hubspotId: ids.get(plan.sourceId) ?? '', writtenAt },
            values: kind === 'job_contact' ? {} : plan.properties,
          }
        : [],
    ),
  );
}

const place = { at: 1 };

/** Checks these records, a page each; answers the orchestrator's side. */
function aCheck(pages: readonly (readonly CheckedRecord[])[], portal = String(portalId)) {
  const orchestrator = new FakeSweeps(anOrder({ migrationType: 'jobs', pass: 'written', portalId: portal }));
  orchestrator.written = pages.map((records, index): CheckedPage => ({
    ...{ records, place },
    next: index === pages.length - 1 ? null : place,
  }));
  const { run, refusals } = sweeping(orchestrator, openSimulated(simulators.addresses));
  const results = () => orchestrator.readBack.flatMap(({ records }) => records);
  return { orchestrator, run, refusals, results };
}

const asWritten = { standing: 'found', differences: [] };

describe('What a migration of jobs wrote, read back from HubSpot', () => {
  test('When nothing was changed, then deals, contacts and associations are as written', async () => {
    const records = await written();
    expect(new Set(records.map(({ kind }) => kind))).toEqual(new Set(['contact', 'job', 'job_contact']));
    const deal = records.find(({ kind }) => kind === 'job');
    // Blanks around a value make no difference, neither here nor in planning.
    const dealname = `${deal?.values['dealname'] ?? ''} `;
    await control.changeTarget(portalId, 'deals', deal?.hubspotId ?? '', { dealname });
    const { orchestrator, run, results } = aCheck([records]);
    expect(await run()).toEqual({ exit: 'over' });
    expect([orchestrator.ends, orchestrator.problem]).toEqual([1, undefined]);
    expect(results()).toHaveLength(records.length);
    for (const one of results()) expect(one).toMatchObject(asWritten);
    expect(results().find(({ kind }) => kind === 'job')?.fields).toBeGreaterThan(3);
  });

  test('When values were changed, lost, and records deleted or merged, then each is named, a change with its author', async () => {
    const records = await written();
    const deals = records.filter(({ kind }) => kind === 'job');
    const [byHand, lost, deleted, merged, kept] = deals;
    const tie = records.find(({ kind }) => kind === 'job_contact');
    if (!byHand || !lost || !deleted || !merged || !kept || !tie) throw new Error('Not all were copied');
    await control.changeTarget(portalId, 'deals', byHand.hubspotId, { dealstage: 'closedwon' });
    await control.loseTargetWrite(portalId, 'deals', lost.hubspotId, { dealname: 'Lost' });
    await control.archiveTarget(portalId, 'deals', deleted.hubspotId);
    await control.mergeTarget(portalId, 'deals', merged.hubspotId, kept.hubspotId);
    const { run, results } = aCheck([[byHand, lost, deleted, merged, { ...tie, hubspotId: '1/2' }]]);
    await run();
    expect(results()).toMatchObject([
      {
        differences: [
          {
            ...{ property: 'dealstage', written: byHand.values['dealstage'], now: 'closedwon' },
            label: 'Deal Stage',
            author: {
              ...{ isOurs: false, source: 'CRM_UI', sourceId: 'userId:20001', name: 'Portal Owner' },
              at: expect.any(String),
            },
          },
        ],
      },
      { differences: [{ property: 'dealname', label: 'Deal Name', now: 'Lost', author: { isOurs: true } }] },
      { standing: 'gone', differences: [] },
      { standing: 'merged', differences: [] },
      { kind: 'job_contact', standing: 'gone' },
    ]);
  });

  test('When the token may not ask for users, then who changed a value has a number alone, and the check is made', async () => {
    const deals = (await written('crm.objects.owners.read')).filter(({ kind }) => kind === 'job');
    for (const { hubspotId } of deals.slice(0, 2))
      await control.changeTarget(portalId, 'deals', hubspotId, { dealstage: 'closedwon' });
    const { orchestrator, run, refusals, results } = aCheck([deals]);
    expect(await run()).toEqual({ exit: 'over' });
    expect([orchestrator.problem, refusals]).toEqual([undefined, []]);
    const author = { isOurs: false, sourceId: 'userId:20001', name: null };
    expect(results().filter(({ differences }) => differences.length > 0)).toMatchObject([
      { differences: [{ label: 'Deal Stage', author }] },
      { differences: [{ label: 'Deal Stage', author }] },
    ]);
    // Each user is asked for once.
    const calls = await control.requests(companyId);
    expect(calls.filter(({ path }) => path.startsWith('/crm/owners/'))).toHaveLength(1);
  });

  test('When its worker dies in the middle, then the next one continues, and each record is counted once', async () => {
    const records = await written();
    const half = Math.ceil(records.length / 2);
    const { orchestrator, run, results } = aCheck([records.slice(0, half), records.slice(half)]);
    orchestrator.diesAfter = 1;
    expect(await run()).toEqual({ exit: 'lost' });
    orchestrator.diesAfter = Infinity;
    expect(await run()).toEqual({ exit: 'over' });
    expect(results().map(({ sourceId, kind }) => `${kind} ${sourceId}`)).toEqual(
      records.map(({ sourceId, kind }) => `${kind} ${sourceId}`),
    );
  });

  test('When the token is revoked, or the connection leads elsewhere, then the check could not be made, and says why', async () => {
    const records = await written();
    const elsewhere = aCheck([records], '99');
    expect(await elsewhere.run()).toEqual({ exit: 'over' });
    expect(elsewhere.orchestrator.problem).toMatch(/another HubSpot portal/);
    await control.addFault({ vendor: 'hubspot', effect: { kind: 'revoke' } });
    const { orchestrator, run, refusals } = aCheck([records]);
    expect(await run()).toEqual({ exit: 'over' });
    expect([orchestrator.ends, refusals]).toEqual([1, ['HubSpot']]);
    expect(orchestrator.problem).toMatch(/HubSpot no longer accepts/);
    expect(orchestrator.readBack).toEqual([]);
  });
});
