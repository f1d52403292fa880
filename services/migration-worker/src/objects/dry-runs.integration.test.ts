import { isWrite, type PlannedRecord } from '@ridgeline/contracts/internal';
import { writesTo } from '@ridgeline/testkit/integration';
import { describe, expect, test } from '@jest/globals';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { outcomesOf } from '../pipeline/testing/start-run.ts';
import { company } from '../testing/bench-company.ts';
import { availableTypes, objectMigrationOf } from './index.ts';
import { simulatedWorld, type SimulatedWorld } from './testing/simulated-world.ts';

const { companyId, portalId } = company;

function worldOf(migrationType: string): Promise<SimulatedWorld> {
  const object = objectMigrationOf(migrationType);
  if (!object) throw new Error(`Nothing copies ${migrationType}`);
  return simulatedWorld({ object, deals: { jobDetails: ['representative'] } });
}

const options = { includeNoEmailContacts: true, enumerativeErrorStrategy: 'ADD_OPTION' };
const dry = { dryRun: true, options } as const;
const ofPlan = { follows: { migrationId: 1, as: 'plan' }, options } as const;

/** The latest plan of each record that was read, by kind and id. */
function plannedBy({ stored }: FakeOrchestrator): ReadonlyMap<string, PlannedRecord> {
  const records = stored.filter(({ pass }) => pass === 'records');
  return new Map(
    records.flatMap(({ kind, records: planned }) =>
      planned.map((record) => [`${kind} ${record.sourceId}`, record] as const),
    ),
  );
}

/** The values that a plan writes to a record. */
const valuesOf = (record: PlannedRecord | undefined): unknown =>
  record &&
  (record.action === 'create' ? record.properties : record.action === 'update' ? record.after : null);

/** The orchestrator for the run that writes this dry run's plan. */
function following(dryRun: FakeOrchestrator): FakeOrchestrator {
  const next = new FakeOrchestrator();
  next.followed = dryRun.stored.flatMap(({ records }) => records);
  return next;
}

/** Plans all records without writing any. */
async function dryRunIn(world: SimulatedWorld, orchestrator = new FakeOrchestrator()) {
  const { pipeline, reported } = await world.run({ settings: dry, orchestrator });
  await pipeline.run();
  return { orchestrator, reported, planned: plannedBy(orchestrator) };
}

async function planRunIn(world: SimulatedWorld, dryRun: FakeOrchestrator) {
  const orchestrator = following(dryRun);
  const { pipeline, reported } = await world.run({ settings: ofPlan, orchestrator });
  await pipeline.run();
  const outcomes = new Map(reported.flatMap((execution) => [...execution.outcomes]));
  return { orchestrator, outcomes, planned: plannedBy(orchestrator) };
}

const definitions = async (world: SimulatedWorld): Promise<string> => {
  const answers = ['contacts', 'deals'].map((object) =>
    world.hubspot('GET', `/crm/properties/2026-03/${object}`),
  );
  return JSON.stringify(await Promise.all((await Promise.all(answers)).map((answer) => answer.text())));
};

const requestsThatChange = async (world: SimulatedWorld) => {
  const requests = await world.control.requests(companyId);
  const changing = requests.filter(
    ({ vendor, method, path }) => vendor === 'hubspot' && method !== 'GET' && path.includes('/properties/'),
  );
  return [...writesTo(requests), ...changing];
};

describe.each(availableTypes)('A dry run of %s', (migrationType) => {
  test('When all is planned, then no call has changed HubSpot, and each record has the outcome that it would have', async () => {
    await using world = await worldOf(migrationType);
    const [contents, defined, sent] = [
      await world.contents(),
      await definitions(world),
      await requestsThatChange(world),
    ];
    const { orchestrator, reported } = await dryRunIn(world);
    expect(await requestsThatChange(world)).toEqual(sent);
    expect(await world.contents()).toEqual(contents);
    expect(await definitions(world)).toEqual(defined);

    const foreseen = outcomesOf(reported).map(({ outcome }) => outcome);
    expect(foreseen.filter((outcome) => outcome === 'created').length).toBeGreaterThan(10);
    expect(reported.flatMap(({ outcomes }) => [...outcomes.values()])).not.toContainEqual(
      expect.objectContaining({ outcome: 'created', hubspotId: expect.any(String) }),
    );
    expect(new Set(orchestrator.stored.map(({ pass }) => pass))).toEqual(new Set(['records']));
  });

  test('When its plan is run and nothing has changed, then exactly the shown values are written, and HubSpot ends as after a migration', async () => {
    await using world = await worldOf(migrationType);
    const { orchestrator: shown, planned } = await dryRunIn(world);
    const { outcomes, planned: written } = await planRunIn(world, shown);
    const ours = [...written].filter(([key]) => !key.startsWith('job_contact '));
    for (const [key, record] of ours)
      expect({ key, values: valuesOf(record) }).toEqual({ key, values: valuesOf(planned.get(key)) });
    expect([...outcomes.values()].flatMap(({ reason }) => reason ?? [])).not.toContain('differs_from_plan');

    await using other = await worldOf(migrationType);
    const plain = await other.run({ settings: { options } });
    await plain.pipeline.run();
    expect((await world.contents()).toSorted()).toEqual((await other.contents()).toSorted());
  });

  test('At whatever step its worker dies, another one ends with the same plan, and HubSpot stays as it was', async () => {
    await using world = await worldOf(migrationType);
    const contents = await world.contents();
    const { planned } = await dryRunIn(world);
    for (let diesAt = 1; ; diesAt += 3) {
      const first = await world.run({ settings: dry, diesAt });
      const hasDied = await first.pipeline.run().then(
        () => false,
        () => true,
      );
      if (!hasDied) break;
      const { orchestrator } = first;
      const claim = orchestrator.claimFor(world.ownKind);
      const next = await world.run({ settings: dry, orchestrator, claim });
      await next.pipeline.run();
      const resumed = plannedBy(orchestrator);
      expect([...resumed.keys()].toSorted()).toEqual([...planned.keys()].toSorted());
      expect(orchestrator.outcomes.size).toBe(orchestrator.stored.length);
    }
    expect(await world.contents()).toEqual(contents);
  }, 60_000);
});

test('When records change between a dry run and the run of its plan, then they are not written and say what changed, and the others are', async () => {
  await using world = await worldOf('contacts');
  const first = await world.run({ settings: { options } });
  await first.pipeline.run();
  const [inAcculynx, inHubspot] = (await world.control.sourceContacts(companyId)).filter(
    ({ id }) => plannedBy(first.orchestrator).get(`contact ${id}`)?.action === 'create',
  );
  if (!inAcculynx || !inHubspot) throw new Error('The company has too few contacts');
  const records = await world.control.targetContacts(portalId);
  const recordOf = (id: string) =>
    records.find(({ properties }) => properties['acculynx_contact_id'] === id)?.id ?? '';
  const links = [inAcculynx, inHubspot].map(({ id }) => [id, recordOf(id)] as const);
  const linked = (orchestrator: FakeOrchestrator): FakeOrchestrator => {
    for (const [id, record] of links) orchestrator.links.set(id, record);
    return orchestrator;
  };
  await world.control.changeTarget(portalId, 'contacts', recordOf(inHubspot.id), { city: 'Before' });

  const { orchestrator: shown, planned } = await dryRunIn(world, linked(new FakeOrchestrator()));
  expect(planned.get(`contact ${inHubspot.id}`)).toMatchObject({ before: { city: 'Before' } });
  await world.control.changeTarget(portalId, 'contacts', recordOf(inHubspot.id), { city: 'By hand' });
  await world.control.changeSourceContact(companyId, inAcculynx.id, { lastName: 'Changed' });
  const { id: added } = await world.control.createSourceContact(companyId, { lastName: 'Added' });

  const contents = await world.contents();
  const { outcomes } = await planRunIn(world, linked(shown));
  expect(outcomes.get(inHubspot.id)).toMatchObject({
    outcome: 'skipped',
    reason: 'differs_from_plan',
    hubspotId: recordOf(inHubspot.id),
    message: 'differs from the plan: City is "By hand" in HubSpot now, and "Before" in the plan',
  });
  expect(outcomes.get(inAcculynx.id)).toMatchObject({
    reason: 'differs_from_plan',
    message: expect.stringContaining('Last Name would be "Changed" now'),
  });
  expect(outcomes.get(added)).toMatchObject({ outcome: 'skipped', reason: 'not_in_plan', hubspotId: null });
  expect(await world.contents()).toEqual(contents);
});

test('When a contact of a job changes between, then it is not written by the plan of its job either, and the job is', async () => {
  await using world = await worldOf('jobs');
  const { orchestrator: shown, planned } = await dryRunIn(world);
  const job = [...planned.values()].find(({ references = [] }) => references.length > 0);
  const contact = job?.references?.[0]?.sourceId ?? '';
  expect(planned.get(`contact ${contact}`)).toMatchObject({ action: 'create' });
  await world.control.changeSourceContact(companyId, contact, { lastName: 'Changed' });

  const { outcomes, planned: written } = await planRunIn(world, shown);
  expect(outcomes.get(contact)).toMatchObject({ outcome: 'skipped', reason: 'differs_from_plan' });
  expect(outcomes.get(job?.sourceId ?? '')).toMatchObject({ outcome: 'created' });
  expect(outcomes.get(`${job?.sourceId ?? ''}/${contact}`)).toMatchObject({
    outcome: 'skipped',
    reason: 'contact_not_in_hubspot',
  });
  const records = await world.control.targetContacts(portalId);
  expect(records.map(({ properties }) => properties['acculynx_contact_id'])).not.toContain(contact);
  expect([...written.values()].filter(isWrite).length).toBeGreaterThan(10);
});

test('When options are missing and may be added, then a dry run plans their values, adds none, and names them in its log', async () => {
  await using world = await worldOf('jobs');
  const { planned } = await dryRunIn(world);
  const choosing = [...planned.values()].filter((record) => record.action === 'create');
  expect(choosing.flatMap(({ warnings }) => warnings.map(({ code }) => code))).not.toContain(
    'option_missing',
  );
  expect(world.noted).toContainEqual(
    expect.stringMatching(/^\d+ options? would be added to the HubSpot property "[^"]+": /),
  );
});
