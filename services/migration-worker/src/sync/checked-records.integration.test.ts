import { contactType, defaultOptions, jobType } from '@ridgeline/contracts';
import type { ComparedRecord, LinkedRecord } from '@ridgeline/contracts/internal';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, type SimulatorControl } from '@ridgeline/testkit/integration';
import { afterEach, describe, expect, test } from '@jest/globals';
import { joinMarks } from '../hubspot-io/written-marks.ts';
import { marked } from '../objects/contact/testing/plan-a-contact.ts';
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
const options = { ...defaultOptions, includeNoEmailContacts: true };
type Kind = 'contacts' | 'jobs';

async function start(): Promise<void> {
  simulators = await startSimulators({ ...simulated, companies: [{ ...company, contacts: 8, jobs: 8 }] });
  control = simulatorControl(simulators.addresses.control);
  for (const type of [contactType, jobType]) await preparePortal(control, simulators.addresses.hubspot, type);
}

/** Copies these records in a round; returns what the report says about them, with the newest marks and digests. */
async function copied(kind: Kind, records: ReturnType<typeof aDueRecord>[]) {
  const round = aRound({ migrationType: kind, options, takenAt: new Date().toISOString(), records });
  using sync = aSyncOf(round);
  await runSync(sync.services, sync.lease);
  const name = kind === 'contacts' ? 'contact' : 'job';
  const batches = new Set(sync.ledger.stored.flatMap((plan) => (plan.kind === name ? plan.batch : [])));
  const digests = new Map(
    sync.ledger.stored.flatMap((plan) =>
      plan.records.map(({ sourceId, digest }) => [sourceId, digest ?? '']),
    ),
  );
  const writtenAt = new Date().toISOString();
  return sync.reports().flatMap(({ report }) =>
    report.case === 'batchDone' && batches.has(report.value.batch)
      ? report.value.outcomes.map(({ sourceId, hubspotId, written, writtenWhole, kind: outcome }) => ({
          ...{ sourceId, hubspotId, writtenAt, writtenWhole, outcome },
          written: Buffer.from(written).toString('base64'),
          digest: digests.get(sourceId) ?? '',
        }))
      : [],
  );
}

function aSyncOf(round: ReturnType<typeof aRound>) {
  const sync = aSync([round], { openVendors: openSimulated(simulators.addresses) });
  for (const { sourceId, hubspotId } of round.records)
    if (hubspotId !== null) sync.ledger.links.set(sourceId, hubspotId);
  return { ...sync, [Symbol.dispose]: () => sync.lease[Symbol.dispose]() };
}

/** Compares linked records with HubSpot; answers the results by their source ids. */
async function compared(kind: Kind, linked: readonly LinkedRecord[]) {
  const orchestrator = new FakeSweeps(anOrder({ migrationType: kind, pass: 'portal' }));
  orchestrator.linked = [{ records: linked, place: { at: 1 }, next: null }];
  expect(await sweeping(orchestrator, openSimulated(simulators.addresses)).run()).toEqual({ exit: 'over' });
  expect(orchestrator.ends).toBe(1);
  const [page] = orchestrator.compared;
  expect(page).toMatchObject({ place: { at: 1 }, next: null });
  return new Map((page?.records ?? []).map((record) => [record.sourceId, record]));
}

const equal = { isGone: false, changedByPeople: [], differing: [] } satisfies Partial<ComparedRecord>;
const isEqual = (results: ReadonlyMap<string, ComparedRecord>) =>
  [...results.values()].every(
    (one) => !one.isGone && one.changedByPeople.length + one.differing.length === 0,
  );

describe.each<[Kind, object: 'contacts' | 'deals', edited: string, lost: string]>([
  ['contacts', 'contacts', 'lastname', 'firstname'],
  ['jobs', 'deals', 'acculynx_job_number', 'dealname'],
])('%s that are compared with HubSpot', (kind, object, edited, lost) => {
  test('When they were created, and found again, then all are equal', async () => {
    await start();
    const ids = await control.sourceIds(companyId, kind);
    const created = await copied(
      kind,
      ids.map((id) => aDueRecord(id)),
    );
    expect(created.length).toBeGreaterThan(4);
    expect(isEqual(await compared(kind, created))).toBe(true);
    const again = await copied(
      kind,
      created.map(({ sourceId, hubspotId }) => aDueRecord(sourceId, { hubspotId })),
    );
    expect(again.every(({ writtenWhole }) => writtenWhole)).toBe(true);
    expect(isEqual(await compared(kind, again))).toBe(true);
    // Values found again are known as written; the only exception is the stage of a deal.
    expect(again.map(({ written }) => written.length)).toEqual(created.map(({ written }) => written.length));
  });

  test('When people changed a value, a write was lost, and a record was deleted or merged, then each is distinguished, and only the lost write is repaired', async () => {
    await start();
    const ids = (await control.sourceIds(companyId, kind)).slice(0, 6);
    const [same, byHand, losing, both, deleted, merged] = await copied(
      kind,
      ids.map((id) => aDueRecord(id)),
    );
    if (!same || !byHand || !losing || !both || !deleted || !merged) throw new Error('Not all were copied');
    for (const { hubspotId } of [byHand, both])
      await control.changeTarget(portalId, object, hubspotId, { [edited]: 'By hand' });
    for (const { hubspotId } of [losing, both])
      await control.loseTargetWrite(portalId, object, hubspotId, { [lost]: 'Lost' });
    await control.archiveTarget(portalId, object, deleted.hubspotId);
    await control.mergeTarget(portalId, object, merged.hubspotId, same.hubspotId);
    const results = await compared(kind, [byHand, losing, both, deleted, merged]);
    const people = [{ property: edited, by: 'CRM_UI' }];
    expect(results.get(byHand.sourceId)).toMatchObject({ ...equal, changedByPeople: people });
    expect(results.get(losing.sourceId)).toMatchObject({ ...equal, differing: [lost] });
    expect(results.get(both.sourceId)).toMatchObject({
      ...equal,
      changedByPeople: people,
      differing: [lost],
    });
    for (const { sourceId } of [deleted, merged])
      expect(results.get(sourceId)).toMatchObject({ ...equal, isGone: true, name: null });

    const records = [losing, both].map(({ sourceId, hubspotId, digest, writtenAt }) =>
      aDueRecord(sourceId, { hubspotId, check: { digest, writtenAt } }),
    );
    const repaired = await copied(kind, records);
    const after = await compared(kind, repaired);
    expect(after.get(losing.sourceId)).toMatchObject(equal);
    expect(after.get(both.sourceId)).toMatchObject({ ...equal, changedByPeople: people });
  });

  test('When the source changed as well, then the record is copied as a whole', async () => {
    await start();
    const [id = ''] = await control.sourceIds(companyId, kind);
    const [created] = await copied(kind, [aDueRecord(id)]);
    if (!created) throw new Error('It was not copied');
    await control.changeTarget(portalId, object, created.hubspotId, { [edited]: 'By hand' });
    const { hubspotId, writtenAt } = created;
    const check = { digest: '1:former', writtenAt };
    const again = await copied(kind, [aDueRecord(id, { hubspotId, check })]);
    expect(isEqual(await compared(kind, again))).toBe(true);
  });
});

describe('What HubSpot answers while records are compared', () => {
  test('When an address is one of several, then it counts in any email field of the contact', async () => {
    await start();
    const { id } = await control.createSourceContact(companyId, { email: 'ann@example.com' });
    const [created] = await copied('contacts', [aDueRecord(id)]);
    if (!created) throw new Error('It was not copied');
    await control.changeTarget(portalId, 'contacts', created.hubspotId, {
      email: 'other@example.com',
      hs_additional_emails: 'Ann@example.com',
    });
    expect(isEqual(await compared('contacts', [created]))).toBe(true);
    await control.changeTarget(portalId, 'contacts', created.hubspotId, { hs_additional_emails: '' });
    expect((await compared('contacts', [created])).get(id)?.changedByPeople).toMatchObject([
      { property: 'email' },
    ]);
  });

  test('When values are known in part only, then the others say nothing; later marks count', async () => {
    await start();
    const [id = ''] = await control.sourceIds(companyId, 'contacts');
    const [created] = await copied('contacts', [aDueRecord(id)]);
    if (!created) throw new Error('It was not copied');
    expect(isEqual(await compared('contacts', [{ ...created, written: '' }]))).toBe(true);
    const written = joinMarks(marked({ lastname: 'Former', firstname: 'Former' }), created.written);
    expect(isEqual(await compared('contacts', [{ ...created, written }]))).toBe(true);
  });

  test.each([
    ['is limited', { kind: 'rate-limit' }],
    ['fails', { kind: 'http-error', status: 503 }],
  ])('When HubSpot %s for a while, then the page is compared anyway', async (_what, effect) => {
    await start();
    const [id = ''] = await control.sourceIds(companyId, 'contacts');
    const created = await copied('contacts', [aDueRecord(id)]);
    await control.addFault({
      vendor: 'hubspot',
      times: 2,
      effect,
    });
    expect(isEqual(await compared('contacts', created))).toBe(true);
  });

  test('When HubSpot rejects the token, then that is reported, and the check is left for minutes', async () => {
    await start();
    const [id = ''] = await control.sourceIds(companyId, 'contacts');
    const created = await copied('contacts', [aDueRecord(id)]);
    await control.addFault({
      vendor: 'hubspot',
      effect: { kind: 'revoke' },
    });
    const orchestrator = new FakeSweeps(anOrder({ pass: 'portal' }));
    orchestrator.linked = [{ records: created, place: {}, next: null }];
    const sweep = sweeping(orchestrator, openSimulated(simulators.addresses));
    expect(await sweep.run()).toMatchObject({ exit: 'handed-back', wait: { ms: 300_000 } });
    expect(sweep.refusals).toEqual(['HubSpot']);
    expect(orchestrator.compared).toEqual([]);
  });
});
