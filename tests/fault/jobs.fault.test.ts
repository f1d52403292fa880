import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { startProduct, type Product } from '@ridgeline/devstack';
import { openDatabase, urlOf } from '@ridgeline/postgres';
import { eventually, runHolder, writesTo } from '@ridgeline/testkit';
import { disagreement, untilEnded, untilHalfWay } from '../support/migrations.ts';
import { newJobCompany } from './job-company.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    root: process.cwd(),
    dir: join(process.cwd(), '.ridgeline', `jobs-${process.pid}`),
    log: () => undefined,
    durable: false,
    web: false,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
  });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

/** Contacts of a job by their ids, the first one primary. */
const jobContacts = (...ids: readonly string[]) =>
  ids.map((contactId, place) => ({
    id: `of-job-${contactId}`,
    contactId,
    isPrimary: place === 0,
    relationToPrimary: '',
  }));

const completed = { status: 'completed', failureMessage: null, reconciliation: { difference: 0 } };

describe('Jobs become deals', () => {
  test('When the contacts were copied before, then every job arrives once with its contacts; and another run writes nothing', async () => {
    const { owner, run, jobs, lastRequest } = await newJobCompany(product, { contacts: 150, jobs: 120 });
    const contacts = await run({ migrationType: 'contacts' });
    const first = await run();
    expect(first).toMatchObject({ ...completed, createdCount: (await jobs()).length });
    expect(await disagreement(owner, first, contacts)).toEqual([]);

    const before = await lastRequest();
    const again = await run();
    expect(again).toMatchObject({ ...completed, createdCount: 0, updatedCount: 0 });
    expect(again.unchangedCount).toBe(first.createdCount);
    expect(again.reconciliation?.alongside['job_contact']).toMatchObject({
      created: 0,
      unchanged: first.reconciliation?.alongside['job_contact']?.created,
    });
    expect(writesTo(await owner.control.requests(owner.user.companyId, before))).toEqual([]);
  }, 120_000);

  test('When the portal is empty, then the contacts of jobs without, with ten and with deleted ones come along, and no others', async () => {
    const company = await newJobCompany(product, { contacts: 300, jobs: 60 });
    const { owner, run, jobs, warnings, change } = company;
    const ids = await owner.control.sourceIds(owner.user.companyId, 'contacts');
    const [bare, crowded, orphaned] = await jobs();
    await change(bare, { contacts: [] });
    await change(crowded, { contacts: jobContacts(...ids.slice(-10)) });
    await change(orphaned, { contacts: jobContacts('0b54c0aa-0000-4000-8000-000000000000') });
    const done = await run();
    expect(done).toMatchObject(completed);
    expect(await disagreement(owner, done)).toEqual([]);
    expect(done.reconciliation?.alongside['job_contact']?.skippedByReason).toMatchObject({
      contact_not_in_acculynx: expect.any(Number),
    });
    const gone =
      /^Job .+ and its contact .+: AccuLynx does not have the contact any more; the deal stays without it$/;
    expect((await warnings(done)).some((line) => gone.test(line))).toBe(true);
  }, 120_000);

  test('When people moved a deal, then it stays there, while one that was not moved follows its milestone', async () => {
    const dealStageByMilestone = { Lead: 'appointmentscheduled', Prospect: 'qualifiedtobuy' };
    const company = await newJobCompany(product, { contacts: 20, jobs: 40 }, { dealStageByMilestone });
    const { owner, run, jobs, dealOf, change } = company;
    const [moved, followed] = await jobs();
    for (const job of [moved, followed]) await change(job, { currentMilestone: 'Lead' });
    expect(await run()).toMatchObject(completed);
    expect((await dealOf(moved)).properties).toMatchObject({ dealstage: 'appointmentscheduled' });

    const byHand = { dealstage: 'closedwon' };
    await owner.control.changeTarget(owner.portalId, 'deals', (await dealOf(moved)).id, byHand);
    for (const job of [moved, followed])
      await change(job, { currentMilestone: 'Prospect', jobName: 'Another name' });
    expect(await run()).toMatchObject({ ...completed, createdCount: 0, updatedCount: 2 });
    expect((await dealOf(moved)).properties).toMatchObject({
      dealstage: 'closedwon',
      dealname: 'Another name',
      acculynx_milestone: 'Prospect',
    });
    expect((await dealOf(followed)).properties).toMatchObject({ dealstage: 'qualifiedtobuy' });
  }, 120_000);

  test('When its worker is killed, then another one resumes, and nothing is lost or duplicated', async () => {
    const { owner, connection, run } = await newJobCompany(product, { contacts: 400, jobs: 400 });
    const contacts = await run({ migrationType: 'contacts' });
    const { id } = await owner.startMigration(connection, { migrationType: 'jobs', batchSize: 25 });
    await untilHalfWay(owner, id);
    const worker = await eventually(
      async () => {
        const holder = await runHolder(product);
        if (!holder) throw new Error('No worker holds a run');
        return holder;
      },
      { within: 20_000, what: 'a worker to hold the run' },
    );
    await worker.kill();
    const done = await untilEnded(owner, id);
    await product.restart(worker);
    expect(done).toMatchObject({ ...completed, attempt: 2 });
    expect(await disagreement(owner, done, contacts)).toEqual([]);
  }, 150_000);

  test('When jobs are assigned while the lists are read, then each of them arrives once', async () => {
    const { owner, run, jobs } = await newJobCompany(product, { contacts: 30, jobs: 400 });
    const before = await jobs();
    await owner.control.addFault({
      vendor: 'acculynx',
      companyId: owner.user.companyId,
      path: '/api/v2/jobs',
      every: 2,
      times: 8,
      effect: { kind: 'assign', assigned: true, at: 'front', count: 3 },
    });
    const done = await run({ batchSize: 100 });
    await owner.control.clearFaults();
    const changes = await owner.control.sourceChanges(owner.user.companyId);
    expect(changes.some(({ action, ids }) => action === 'assigned' && ids.length > 0)).toBe(true);
    expect(done).toMatchObject({ ...completed, createdCount: before.length });
    // Jobs that were read before they were assigned have a new modification date since then.
    const next = await run({ batchSize: 100 });
    expect(next).toMatchObject({ ...completed, createdCount: 0 });
    expect(await disagreement(owner, next)).toEqual([]);
  }, 120_000);

  test('When HubSpot refuses associations, then their deals say so, and the next run makes them', async () => {
    const company = await newJobCompany(product, { contacts: 60, jobs: 30 });
    const { owner, run, jobs, warnings, dealOf, change } = company;
    const { control, user, portalId } = owner;
    const contacts = await run({ migrationType: 'contacts' });
    const [job] = await jobs();
    const [contactId = ''] = await control.sourceIds(user.companyId, 'contacts');
    await change(job, { jobNumber: 'ODD-7', contacts: jobContacts(contactId) });
    const { id: fault } = await control.addFault({
      vendor: 'hubspot',
      companyId: user.companyId,
      effect: { kind: 'refuse-associations', sourceIds: [job?.id] },
    });
    const first = await run();
    const { struck } = (await control.faults()).find(({ id }) => id === fault) ?? {};
    await control.clearFaults();
    expect(first).toMatchObject({
      ...completed,
      errorCount: 0,
      reconciliation: { alongside: { job_contact: { failed: 1 } } },
    });
    expect(struck).toBeGreaterThan(0);
    expect((await warnings(first)).some((line) => line.includes('ODD-7'))).toBe(true);
    expect(await disagreement(owner, first, contacts)).toEqual([]);

    const next = await run();
    expect(next.reconciliation?.alongside['job_contact']).toMatchObject({ created: 1, failed: 0 });
    const { id } = await dealOf(job);
    const made = await control.targetAssociations(portalId, 'deals', 'contacts');
    expect(made.filter(({ fromId }) => fromId === id)).toHaveLength(1);
  }, 120_000);
});

describe('What HubSpot holds has changed', () => {
  test('When the pipeline of the connection was deleted, then the run fails and names it', async () => {
    const deals = { defaultDealPipeline: '10482113' };
    const { owner, run } = await newJobCompany(product, { contacts: 10, jobs: 10 }, deals);
    await owner.control.deletePipeline(owner.portalId, '10482113');
    expect(await run()).toMatchObject({
      status: 'failed',
      failureMessage:
        'The HubSpot pipeline "10482113" of this connection does not exist any more. Choose another pipeline in the connection, then start the migration again.',
    });
    expect(await owner.control.targetDeals(owner.portalId)).toEqual([]);
  }, 60_000);

  /** The state of a connection that was saved before saves looked up its stage. */
  async function storeStage({ id }: Connection, stage: string): Promise<void> {
    const url = urlOf(product.description.servers.postgres, { database: 'ridgeline' });
    await using db = openDatabase({ url, applicationName: 'jobs-fault' });
    await db.forSystem((tx) =>
      tx.one('update connection.connections set default_deal_stage = $2 where id = $1 returning id', [
        id,
        stage,
      ]),
    );
  }

  test.each([
    ['belongs to another pipeline', false, /belongs to the pipeline ".+", not to ".+"/],
    ['was deleted', true, /does not exist any more/],
  ])(
    'When the stage of the connection %s, then the run fails and names it',
    async (_, isDeleted, text) => {
      const stage = 'contractsent';
      const deals = { defaultDealPipeline: 'default', defaultDealStage: stage };
      const { owner, connection, run } = await newJobCompany(product, { contacts: 10, jobs: 10 }, deals);
      if (isDeleted) await owner.control.deletePipeline(owner.portalId, 'default', stage);
      else await storeStage(connection, '20511804');
      const failed = await run();
      expect([failed.status, failed.failureMessage]).toEqual(['failed', expect.stringMatching(text)]);
      expect(failed.failureMessage).toMatch(/Choose a stage of ".+" in the connection/);
      expect(await owner.control.targetDeals(owner.portalId)).toEqual([]);
    },
    60_000,
  );

  test('When the token lost its scopes for deals, then contacts are still copied, and a run of jobs fails and says which', async () => {
    const { owner, run } = await newJobCompany(product, { contacts: 10, jobs: 10 });
    const without = ['crm.objects.deals.read', 'crm.objects.deals.write'];
    await owner.control.withoutScopes(owner.user.companyId, [...without, 'crm.schemas.deals.read']);
    // First: after the refusal of the jobs, the connection's credentials do not count as valid.
    expect(await run({ migrationType: 'contacts' })).toMatchObject(completed);
    const failed = await run();
    expect([failed.status, failed.failureMessage]).toEqual([
      'failed',
      expect.stringMatching(/^The HubSpot token of this connection lacks a permission: it needs .*deals/),
    ]);
  }, 60_000);

  test('When a list of options is full, then ADD_OPTION leaves new values out and says so, and no option is lost', async () => {
    const { owner, run, jobs, warnings, dealOf } = await newJobCompany(product, { contacts: 20, jobs: 100 });
    const { control, portalId } = owner;
    const full = Array.from({ length: 5_000 }, (_, index) => `Source ${String(index)}`);
    await control.setTargetOptions(portalId, 'deals', 'acculynx_lead_source', full);
    await control.setTargetOptions(portalId, 'deals', 'acculynx_trades', ['Slate', 'Roofing']);
    const done = await run({ enumerativeErrorStrategy: 'ADD_OPTION' });
    expect(done).toMatchObject({ ...completed, errorCount: 0 });
    expect(await disagreement(owner, done)).toEqual([]);
    expect(done.reconciliation?.warnedByReason).toMatchObject({ option_not_added: expect.any(Number) });
    const told = 'could not be added to AccuLynx lead source, because the property has as many options';
    expect((await warnings(done)).some((line) => line.includes(told))).toBe(true);
    expect(await control.targetOptions(portalId, 'deals', 'acculynx_lead_source')).toEqual(full);

    const trades = await control.targetOptions(portalId, 'deals', 'acculynx_trades');
    expect(trades.slice(0, 2)).toEqual(['Slate', 'Roofing']);
    const several = (await jobs()).find(({ tradeTypes }) => tradeTypes.length > 1);
    const names = several?.tradeTypes.map(({ name }) => name) ?? [];
    const chosen = (await dealOf(several)).properties['acculynx_trades']?.split(';') ?? [];
    expect(names.length).toBeGreaterThan(1);
    expect(chosen.toSorted()).toEqual(names.toSorted());
  }, 90_000);

  test.each(['missing', 'resolved'] as const)(
    'When deals were merged and archived, and batches find a merged id %s, then neither is overwritten or doubled',
    async (mergedIds) => {
      const { owner, run, jobs, dealOf, warnings } = await newJobCompany(product, { contacts: 20, jobs: 40 });
      const { control, portalId } = owner;
      const options = { enumerativeErrorStrategy: 'ADD_OPTION' } as const;
      expect(await run(options)).toMatchObject(completed);
      const [winner, merged, archived] = await jobs();
      const [kept, lost, gone] = [await dealOf(winner), await dealOf(merged), await dealOf(archived)];
      await control.mergeTarget(portalId, 'deals', lost.id, kept.id);
      await control.archiveTarget(portalId, 'deals', gone.id);
      await control.change({ hubspot: { behaviour: { mergedIds } } });
      const done = await run(options);
      await control.change({ hubspot: { behaviour: { mergedIds: 'missing' } } });

      expect(done).toMatchObject({
        ...completed,
        createdCount: 1,
        skipCount: 1,
        errorCount: 0,
        reconciliation: {
          skippedByReason: { merged_in_hubspot: 1 },
          warnedByReason: { deal_was_deleted: 1 },
        },
      });
      expect((await dealOf(winner)).properties['dealname']).toBe(kept.properties['dealname']);
      expect((await dealOf(archived)).id).not.toBe(gone.id);
      await expect(dealOf(merged)).rejects.toThrow('not one deal');
      const told = await warnings(done);
      for (const text of [
        'its deal was merged into the deal of another job in HubSpot; nothing is written',
        'its deal was deleted in HubSpot; a new one is created',
      ])
        expect(told.filter((line) => line.endsWith(text))).toHaveLength(1);
    },
    90_000,
  );
});
