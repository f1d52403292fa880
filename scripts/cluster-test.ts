/**
 * `npm run cluster:test [-- --keep] [-- --reuse]`: installs the chart with trial servers on a real cluster (CLUSTER_SH),
 * with images built here, and runs what docs/kubernetes.md tells operators to run in the pods. Then it uses the product
 * through the cluster: it registers a user and migrates while pods are killed, while `helm upgrade` replaces every pod, and
 * while the node is drained, the last two with other requests at the same time. It compares both sides record by record.
 * Ends with one JSON line; the cluster is then shut down unless `--keep` is given; `--reuse` uses the release that an
 * earlier run kept.
 */
import { parseArgs } from 'node:util';
import { getMigration, getUser, type Migration } from '@ridgeline/contracts';
import { migrationDifferences, newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { eventually } from '@ridgeline/testkit/eventually';
import { drain, openCluster, type ClusterCommands } from './cluster/commands.ts';
import { loadImages } from './cluster/images.ts';
import { expose, install, uninstall, upgrade, type ReachedRelease } from './cluster/install.ts';
import { startLoad } from './cluster/steady-load.ts';
import { operatorLines } from '../tests/chart/kubectl-lines.ts';
import { runMain } from './run-main.ts';

const tag = 'cluster-test';
const contacts = 1_000;

/** Small batches with pauses, so that an upgrade happens during a run. */
const slowly = { batchSize: 10, concurrency: 1, delayMs: 2_000 };
const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, reuse: { type: 'boolean', default: false } },
});

/** Kills pods without a grace period, as a failing node would: all pods of a component, or the first one. */
async function kill({ kubectl }: ClusterCommands, component: string, which: 'all' | 'first'): Promise<void> {
  const selector = `app.kubernetes.io/component=${component}`;
  const found = (await kubectl(['get', 'pods', '--selector', selector, '--output', 'name']))
    .trim()
    .split('\n');
  const names = which === 'all' ? found : found.slice(0, 1);
  await kubectl(['delete', ...names, '--grace-period=0', '--force', '--wait=false']);
  print(`killed ${names.join(', ')}`);
}

/** Waits for the end of a migration, through any outage of the API. */
function untilEnded(
  { session }: TestCompany,
  id: number,
  onProgress: (migration: Migration) => void,
): Promise<Migration> {
  return eventually(
    async () => {
      const migration = await session.callPatiently(getMigration, { params: { id: String(id) } });
      onProgress(migration);
      if (!ended.has(migration.status)) throw new Error(`It is ${migration.status}`);
      return migration;
    },
    { within: 20 * 60_000, what: `the end of migration #${id}` },
  );
}

/** Runs a migration that takes some minutes while `disturb` runs, once a twentieth of it is done. */
async function migrateWhile(
  company: TestCompany,
  disturb: () => Promise<void>,
): Promise<{ status: string; attempts: number; problems: readonly string[] }> {
  const connection = await company.connect();
  const { id } = await company.startMigration(connection, slowly);
  const disturbances: Promise<void>[] = [];
  const migration = await untilEnded(company, id, ({ processedCount }) => {
    if (processedCount > contacts / 20 && disturbances.length === 0) disturbances.push(disturb());
  });
  await Promise.all(disturbances);
  const { companyId } = company.user;
  const problems = await migrationDifferences({ ...company, companyId, migration });
  return { status: migration.status, attempts: migration.attempt, problems };
}

/** The same with a user who sends 10 requests per second, none of which may fail. */
async function underLoad(stack: ReachedRelease, disturb: () => Promise<void>) {
  const company = await newTestCompany(stack, { contacts });
  const load = startLoad(`${stack.gateway}${getUser.path}`, company.session.cookie());
  const migrated = await migrateWhile(company, disturb);
  return { ...migrated, ...(await load.stop()) };
}

/** Builds and loads the images and installs the chart again; returns the images' sizes in MB. */
async function installAnew(cluster: ClusterCommands): Promise<Readonly<Record<string, number>>> {
  const sizes = await loadImages(cluster, tag, print);
  print(`images in MB: ${JSON.stringify(sizes)}`);
  await uninstall(cluster);
  print('Installing the chart ...');
  await install(cluster, tag);
  return sizes;
}

async function test(cluster: ClusterCommands): Promise<boolean> {
  const sizes = values.reuse ? null : await installAnew(cluster);
  const stack = await expose(cluster);

  print("Running the operators' commands in the pods ...");
  const commands = await Promise.all(operatorLines().map(async ({ parts }) => cluster.kubectl(parts)));
  for (const said of commands) print(said.trimEnd());

  print('Migrating while pods are killed ...');
  const first = await newTestCompany(stack, { contacts });
  const killed = await migrateWhile(first, async () => {
    await kill(cluster, 'worker', 'all');
    await kill(cluster, 'orchestrator', 'first');
    await kill(cluster, 'gateway', 'first');
  });

  print('Migrating while the release is upgraded ...');
  const upgraded = await underLoad(stack, () => upgrade(cluster, tag));

  print('Migrating while the node is drained ...');
  const drained = await underLoad(stack, () => drain(cluster, print));

  const migrated = [killed, upgraded, drained].every(
    ({ status, problems }) => status === 'completed' && problems.length === 0,
  );
  const ok = migrated && [upgraded, drained].every(({ failures }) => Object.keys(failures).length === 0);
  const detail = { sizes, killed, upgraded, drained };
  print(JSON.stringify({ name: 'cluster', ok, detail }));
  return ok;
}

await runMain(async () => {
  const cluster = await openCluster(print);
  try {
    process.exitCode = (await test(cluster)) ? 0 : 1;
  } finally {
    if (!values.keep) await cluster.script('down');
  }
});
