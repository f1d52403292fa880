import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getUser, listConnections, renameConnection } from '@ridgeline/contracts';
import { startProduct, type Product } from '@ridgeline/devstack';
import { newTestCompany } from '@ridgeline/testkit';
import { rollingViolations } from '../chaos/rolling/rolling-evidence.ts';
import { replaceUnderUse } from '../chaos/rolling/rolling-upgrade.ts';
import { guardedStores, type GuardedStores } from '../support/guarded-stores.ts';
import { disagreement, untilEnded, untilHalfWay } from '../support/migrations.ts';
import { chartCommandFailures } from './chart-commands.ts';
import { backUp, loseAndRestore, masterKeysOf, roleAddresses } from './lose-and-restore.ts';
import { misledServices } from './misled-services.ts';
import { rightsTooMany } from './rights-too-many.ts';

const dir = join(process.cwd(), '.ridgeline', `operations-${process.pid}`);
const quickly = { batchSize: 25 };
/** Slow enough that half of the migration outlasts a backup. */
const slowly = { ...quickly, concurrency: 1, delayMs: 1_000 };
const completed = { status: 'completed', failureMessage: null, reconciliation: { difference: 0 } };

let stores: GuardedStores;
let product: Product;
beforeAll(async () => {
  stores = await guardedStores(join(dir, 'mounted'));
  // This process and its commands reach the stores as a pod does.
  Object.assign(process.env, stores.variables);
  product = await startProduct({
    root: process.cwd(),
    dir,
    log: () => undefined,
    durable: false,
    web: false,
    balanced: true,
    gateways: 2,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
    guard: stores.guard,
    env: stores.variables,
  });
}, 240_000);
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  stores[Symbol.dispose]();
}, 60_000);

test('When a service trusts another authority, speaks in the clear or signs in wrongly, then it ends and one line names what is wrong', async () => {
  expect(await misledServices(product, stores)).toEqual([]);
}, 150_000);

test('What the chart runs before its services, and operators run in its pods, does its work in the guarded stores', async () => {
  const secrets = { ...roleAddresses(product, dir), MASTER_KEYS: masterKeysOf(dir) };
  expect(await chartCommandFailures(product, stores, secrets)).toEqual([]);
}, 90_000);

// `npm run chaos -- --rolling` covers every service.
test('When gateways and orchestrator are replaced under use, then no request fails and streams are back in 3 s', async () => {
  const services = ['gateway', 'migration-orchestrator'];
  const how = { services, companies: 1, drainMs: 1_000, log: () => undefined };
  const evidence = await replaceUnderUse(product, how);
  expect(rollingViolations(evidence)).toEqual([]);
}, 180_000);

test('When all is lost and restored from a backup, then what ran at its moment ends, HubSpot has nothing twice, and no role may do more than before', async () => {
  const file = join(dir, 'ridgeline.dump');
  const owner = await newTestCompany(product.description, { contacts: 600 });
  const connection = await owner.connect();
  const run = async () => untilEnded(owner, (await owner.startMigration(connection, quickly)).id);
  const { id } = await owner.startMigration(connection, slowly);
  await untilHalfWay(owner, id);
  await backUp(product, file);
  const first = await untilEnded(owner, id);
  expect(first).toMatchObject(completed);
  await owner.session.call(renameConnection, {
    params: { id: String(connection.id) },
    body: { name: 'After the backup' },
  });
  const after = await run();
  expect(after).toMatchObject({ ...completed, createdCount: 0 });

  await loseAndRestore(product, dir, file);
  await expect(owner.session.call(getUser)).rejects.toMatchObject({ status: 401 });
  await owner.session.signIn(owner.email, owner.password);
  const again = await untilEnded(owner, id);
  expect(again).toMatchObject(completed);
  expect(again.attempt).toBeGreaterThan(first.attempt);
  expect(await disagreement(owner, again)).toEqual([]);
  expect(await owner.session.call(listConnections)).toMatchObject([{ name: connection.name }]);
  expect(await run()).toMatchObject({ ...completed, id: after.id, createdCount: 0 });
  expect(await disagreement(owner, again)).toEqual([]);
  expect(await rightsTooMany(product, dir, owner.user.companyId)).toEqual([]);
}, 240_000);
