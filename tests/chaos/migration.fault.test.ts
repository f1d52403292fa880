import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cancelMigration, getConnection, getMigration } from '@ridgeline/contracts';
import { startProduct, type Product } from '@ridgeline/devstack';
import { eventually, newTestCompany, runHolder, writesTo, type TestCompany } from '@ridgeline/testkit';
import { disagreement, untilEnded, untilHalfWay, untilMigration } from '../support/migrations.ts';
import { cancelWithoutWorkers } from './cancelled-without-workers.ts';
import { processIds, untilNotReady, untilReady } from './service-processes.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    root: process.cwd(),
    dir: join(process.cwd(), '.ridgeline', `chaos-${process.pid}`),
    log: () => undefined,
    durable: false,
  });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
}, 60_000);

/** The services that subscribe to a topic. */
const consumers = ['connection', 'validation', 'migration-orchestrator', 'migration-worker', 'gateway'];

const company = (contacts: number): Promise<TestCompany> => newTestCompany(product.description, { contacts });

async function started(contacts: number) {
  const owner = await company(contacts);
  const connection = await owner.connect();
  const { id } = await owner.startMigration(connection);
  return { owner, connection, id };
}

/** The worker that holds a run now. */
function holder() {
  return eventually(
    async () => {
      const worker = await runHolder(product);
      if (!worker) throw new Error('No worker holds a run');
      return worker;
    },
    { within: 20_000, what: 'a worker to hold the run' },
  );
}

describe('A migration and what happens to it on the way', () => {
  test('When nothing happens, then all arrives once; and when it runs again, then nothing is written', async () => {
    const { owner, connection, id } = await started(300);
    const first = await untilEnded(owner, id);
    expect(first).toMatchObject({
      status: 'completed',
      failureMessage: null,
      processedCount: 300,
      reconciliation: { source: 300, difference: 0 },
    });
    expect(await disagreement(owner, first)).toEqual([]);

    const before = (await owner.control.requests(owner.user.companyId)).at(-1)?.number ?? 0;
    const again = await untilEnded(owner, (await owner.startMigration(connection)).id);
    expect(again).toMatchObject({
      status: 'completed',
      failureMessage: null,
      unchangedCount: 300,
      createdCount: 0,
      updatedCount: 0,
    });
    expect(writesTo(await owner.control.requests(owner.user.companyId, before))).toEqual([]);
  }, 120_000);

  test('When two connections lead to one portal and both migrate concurrently, then each contact is created once and counted so', async () => {
    const owner = await company(300);
    const [one, other] = [await owner.connect('One door'), await owner.connect('Another door')];
    const started = await Promise.all([owner.startMigration(one), owner.startMigration(other)]);
    const ended = await Promise.all(started.map(({ id }) => untilEnded(owner, id)));
    expect(ended.map(({ createdCount }) => createdCount).sort()).toEqual([0, 300]);
    expect(ended.map(({ unchangedCount }) => unchangedCount).sort()).toEqual([0, 300]);
    for (const migration of ended) expect(await disagreement(owner, migration)).toEqual([]);
  }, 90_000);

  test('When its worker is killed, then another one resumes and the counts are exact', async () => {
    const { owner, id } = await started(1000);
    await untilHalfWay(owner, id);
    const worker = await holder();
    await worker.kill();
    const done = await untilEnded(owner, id);
    await product.restart(worker);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      attempt: 2,
      reconciliation: { source: 1000, difference: 0 },
    });
    expect(await disagreement(owner, done)).toEqual([]);
  }, 120_000);

  test('When its worker is frozen past its lease and wakes up, then it writes nothing more', async () => {
    const { owner, id } = await started(1000);
    await untilHalfWay(owner, id);
    const worker = await holder();
    worker.signal('SIGSTOP');
    await untilMigration(owner, id, ({ attempt }) => attempt === 2, 'another attempt to start');
    worker.signal('SIGCONT');
    const done = await untilEnded(owner, id);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      reconciliation: { source: 1000, difference: 0 },
    });
    expect(await disagreement(owner, done)).toEqual([]);
  }, 120_000);

  test.each(['kafka', 'redis', 'postgres'] as const)(
    'When %s restarts, then it completes, the counts are exact, and no service had to be started again',
    async (server) => {
      const { owner, id } = await started(1000);
      await untilHalfWay(owner, id);
      const processes = processIds(product);
      await product.servers.restart(server);
      const done = await untilEnded(owner, id);
      expect(done).toMatchObject({
        status: 'completed',
        failureMessage: null,
        reconciliation: { source: 1000, difference: 0 },
      });
      expect(await disagreement(owner, done)).toEqual([]);
      await untilReady(product);
      expect(processIds(product)).toEqual(processes);
    },
    150_000,
  );

  test('When Kafka stays down until every consumer says that it is not ready, then all continue once it is back, as the same processes', async () => {
    const { owner, id } = await started(1000);
    await untilHalfWay(owner, id);
    const processes = processIds(product);
    await product.servers.kill('kafka');
    await untilNotReady(product, consumers);
    await product.servers.restart('kafka');
    const done = await untilEnded(owner, id);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      reconciliation: { source: 1000, difference: 0 },
    });
    expect(await disagreement(owner, done)).toEqual([]);
    await untilReady(product);
    const next = await untilEnded(owner, (await owner.startMigration(await owner.connect())).id);
    expect(next).toMatchObject({ status: 'completed', failureMessage: null, unchangedCount: 1000 });
    expect(processIds(product)).toEqual(processes);
  }, 240_000);

  test('When HubSpot refuses one contact of a batch, then it is reported with its reason and the others are copied', async () => {
    const owner = await company(100);
    const connection = await owner.connect();
    const [victim] = await owner.control.sourceContacts(owner.user.companyId);
    await owner.control.addFault({
      vendor: 'hubspot',
      companyId: owner.user.companyId,
      effect: { kind: 'refuse-records', sourceIds: [victim?.id], code: 'INVALID_OPTION' },
    });
    const { id } = await owner.startMigration(connection, { batchSize: 100 });
    const done = await untilEnded(owner, id);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      successCount: 99,
      errorCount: 1,
      reconciliation: { difference: 0 },
    });
    expect(Object.values(done.reconciliation?.failedByReason ?? {})).toEqual([1]);
    expect(await disagreement(owner, done)).toEqual([]);
  }, 60_000);

  test('When HubSpot answers 429 and then 503 for a while, then it waits, says so and completes', async () => {
    const { owner, id } = await started(600);
    const { companyId } = owner.user;
    const path = '/crm/**';
    await owner.control.addFault({
      vendor: 'hubspot',
      companyId,
      path,
      forMs: 3_000,
      effect: { kind: 'rate-limit' },
    });
    await untilMigration(owner, id, ({ waitingFor }) => waitingFor !== null, 'it to say that it waits');
    await owner.control.clearFaults();
    await owner.control.addFault({
      vendor: 'hubspot',
      companyId,
      path,
      forMs: 5_000,
      effect: { kind: 'http-error', status: 503 },
    });
    const done = await untilEnded(owner, id);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      waitingFor: null,
      reconciliation: { source: 600, difference: 0 },
    });
    expect(await disagreement(owner, done)).toEqual([]);
    await owner.control.clearFaults();
  }, 120_000);

  test('When answers are cut after the write, then nothing is doubled', async () => {
    const { owner, id } = await started(400);
    await owner.control.addFault({
      vendor: 'hubspot',
      companyId: owner.user.companyId,
      path: '/crm/**/batch/*',
      times: 5,
      effect: { kind: 'cut' },
    });
    const done = await untilEnded(owner, id);
    expect(done).toMatchObject({
      status: 'completed',
      failureMessage: null,
      reconciliation: { source: 400, difference: 0 },
    });
    expect(await disagreement(owner, done)).toEqual([]);
    await owner.control.clearFaults();
  }, 90_000);

  test('When the HubSpot token is revoked half way, then the run fails clearly and the connection is Invalid', async () => {
    const { owner, connection, id } = await started(1000);
    await untilHalfWay(owner, id);
    await owner.control.addFault({
      vendor: 'hubspot',
      companyId: owner.user.companyId,
      effect: { kind: 'revoke' },
    });
    const done = await untilEnded(owner, id);
    expect(done.status).toBe('failed');
    expect(done.failureMessage).toMatch(/HubSpot/);
    await eventually(
      async () => {
        const now = await owner.session.call(getConnection, { params: { id: String(connection.id) } });
        expect([now.hubspotStatus, now.acculynxStatus]).toEqual(['invalid', 'valid']);
      },
      { within: 20_000, what: 'the connection to show Invalid' },
    );
    await expect(owner.startMigration(connection)).rejects.toMatchObject({
      code: 'migration.connection_invalid',
    });
    await owner.control.clearFaults();
  }, 90_000);

  test('When it is cancelled, then nothing is written after the batches in flight, and it stays cancelled', async () => {
    const { owner, id } = await started(2000);
    await untilHalfWay(owner, id);
    const cancelled = await owner.session.call(cancelMigration, { params: { id: String(id) } });
    expect(cancelled.status).toBe('cancelled');
    const last = (await owner.control.requests(owner.user.companyId)).at(-1)?.number ?? 0;
    await eventually(async () => expect(await runHolder(product)).toBeNull(), {
      within: 20_000,
      what: 'the workers to let go of the run',
    });
    const later = writesTo(await owner.control.requests(owner.user.companyId, last));
    expect(later.length).toBeLessThanOrEqual(cancelled.concurrency);
    const after = await owner.session.call(getMigration, { params: { id: String(id) } });
    expect(after.status).toBe('cancelled');
    expect((await owner.control.targetContacts(owner.portalId)).length).toBeLessThan(2000);
  }, 90_000);

  test('When all workers are killed and it is cancelled right after, then what they had written is counted, and nothing more is written', async () => {
    const { owner, cancelled, closed, written, later } = await cancelWithoutWorkers(product, 400);
    expect(cancelled).toMatchObject({ status: 'cancelled', reconciliation: null });
    expect(written).toBeGreaterThan(cancelled.processedCount);
    expect(closed).toMatchObject({
      status: 'cancelled',
      createdCount: written,
      reconciliation: { source: written, created: written, failed: 0, difference: 0 },
    });
    expect(later).toEqual([]);
    expect(await owner.control.targetContacts(owner.portalId)).toHaveLength(written);
  }, 90_000);
});
