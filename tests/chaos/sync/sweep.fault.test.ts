import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getSweeps, listSweepFindings, sweepNow } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit';
import { startForChaos } from '../seeded/start-for-chaos.ts';
import { newSyncedContender, syncStatus, type SyncedContender } from './synced-contender.ts';

let product: Product;
beforeAll(async () => {
  product = await startForChaos('sweeps', () => undefined, { SWEEP_MISSED_AFTER_MS: '5000' });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

const ofConnection = ({ connection }: SyncedContender) => ({ params: { id: String(connection.id) } });

const sweepsOf = (contender: SyncedContender) =>
  contender.company.session.callPatiently(getSweeps, ofConnection(contender));

async function missedOf(contender: SyncedContender): Promise<string[]> {
  const { findings } = await contender.company.session.callPatiently(listSweepFindings, {
    ...ofConnection(contender),
    query: { verdict: 'missed' },
  });
  return findings.map(({ sourceId }) => sourceId).toSorted();
}

/** Waits until all records have been compared after this moment. */
const untilCompared = (contender: SyncedContender, after: number) =>
  eventually(
    async () => {
      const { allComparedAt } = await sweepsOf(contender);
      if (allComparedAt === null || Date.parse(allComparedAt) < after)
        throw new Error('Not all are compared');
    },
    { within: 180_000, what: 'all records to be compared' },
  );

test('When AccuLynx sends no events, then a sweep brings what changed, whoever dies in it, and says what events missed', async () => {
  const contender = await newSyncedContender(product, { contacts: 30, jobs: 10 });
  const { company, linked, old } = contender;
  const { control, portalId } = company;
  const { companyId } = company.user;
  await untilCompared(contender, 0);
  expect(await missedOf(contender)).toEqual([]);

  await control.change({ acculynx: { deliveries: { disturbances: { silent: true } } } });
  const idsOf = (records: typeof linked.contacts, property: string): string[] =>
    records.flatMap(({ properties }) => properties[property] ?? []);
  const contacts = idsOf(linked.contacts, 'acculynx_contact_id').slice(0, 3);
  const [job = ''] = idsOf(linked.deals, 'acculynx_job_id');
  for (const id of [...contacts, ...old.contacts.slice(0, 1)])
    await control.changeSourceContact(companyId, id, { numbered: true });
  await control.changeSourceJob(companyId, job, { numbered: true });
  const created = await control.createSourceContact(companyId, { numbered: true });
  // Of a contact that is linked: one that the job brings is no change that a sweep finds.
  const newJob = await control.createSourceJob(companyId, {
    contactIds: contacts.slice(0, 1),
    numbered: true,
  });

  const asked = Date.now();
  const { started } = await company.session.callPatiently(sweepNow, ofConnection(contender));
  expect(started).toBe(4);
  for (const process of [
    ...product.processes('migration-worker'),
    ...product.processes('migration-orchestrator'),
  ]) {
    await process.kill();
    await product.restart(process);
  }
  await untilCompared(contender, asked);
  await eventually(
    async () => {
      const { state, waiting } = await syncStatus(contender);
      if (state !== 'current') throw new Error(`It is ${state}, ${String(waiting)} wait`);
    },
    { within: 90_000, what: 'auto-sync to be current' },
  );

  const references = new Map(
    (await control.targetContacts(portalId)).map(({ properties }) => [
      properties['acculynx_contact_id'],
      properties['acculynx_cross_reference'],
    ]),
  );
  for (const { id, crossReference } of await control.sourceContacts(companyId))
    if ([...contacts, created.id].includes(id)) expect(references.get(id)).toBe(crossReference);
  for (const id of old.contacts) expect(references.has(id)).toBe(false);
  const deals = (await control.targetDeals(portalId)).map(({ properties }) => properties['acculynx_job_id']);
  expect(deals).toContain(newJob.id);
  expect(new Set(deals).size).toBe(deals.length);

  const expected = [...contacts, job, created.id, newJob.id].toSorted();
  await eventually(async () => expect(await missedOf(contender)).toEqual(expected), {
    within: 30_000,
    what: 'the findings to be decided',
  });
}, 600_000);
