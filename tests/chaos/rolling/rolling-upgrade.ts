import { join } from 'node:path';
import { listConnections } from '@ridgeline/contracts';
import { startProduct, type Product, type ServiceProcess } from '@ridgeline/devstack';
import { newMigratingTenant, start } from '../seeded/migrating-tenant.ts';
import { keepMigrating } from './keep-migrating.ts';
import { keepListening } from './listen.ts';
import type { ReplacedProcess, RollingEvidence } from './rolling-evidence.ts';
import { keepAsking } from './traffic.ts';

/** As `shutdown.drainSeconds` of the chart. */
const drainMsOfChart = 5_000;
const contacts = 600;

/** Starts a product and replaces each of its processes, one by one, while users work; returns the results. */
export async function rollingUpgrade(root: string, log: (line: string) => void): Promise<RollingEvidence> {
  await using product = await startProduct({
    root,
    dir: join(root, '.ridgeline', `rolling-${process.pid}`),
    log,
    durable: false,
    web: false,
    balanced: true,
    workers: 2,
    gateways: 2,
    contactsPerCompany: 10,
    jobsPerCompany: 10,
    env: { REGISTRATIONS_PER_ADDRESS: '1000000', SIGN_IN_TRIES_PER_ADDRESS: '1000000' },
  });
  const services = product.services.map(({ name }) => name);
  return await replaceUnderUse(product, { services, companies: 3, drainMs: drainMsOfChart, log });
}

/** The services to replace, and how many companies use the product during that time. */
interface Replacements {
  readonly services: readonly string[];
  readonly companies: number;
  /** How long a process remains after it stops receiving new connections. */
  readonly drainMs: number;
  readonly log: (line: string) => void;
}

/** Replaces the processes of services of a balanced product while companies migrate, read, write and listen. */
export async function replaceUnderUse(
  product: Product,
  { services, companies, drainMs, log }: Replacements,
): Promise<RollingEvidence> {
  const stop = new AbortController();
  const users = await Promise.all(
    Array.from({ length: companies }, () => startUsing(product, { stop: stop.signal, log })),
  );
  log(`${companies} companies migrate, read, write and listen`);
  const old = services.flatMap((name) => product.processes(name));
  const replaced = await replaceAll(product, old, { drainMs, log });
  stop.abort();
  log('Waiting for the migrations under way ...');
  const used = await Promise.all(users.map(({ finished }) => finished));
  return {
    traffic: used.map(({ traffic }) => traffic),
    streams: used.map(({ stream }) => stream),
    migrations: used.flatMap(({ migrations }) => migrations),
    replaced,
    processes: old.length,
  };
}

/** A new company that migrates, reads, writes and listens; the results are available once it is stopped. */
async function startUsing(
  product: Product,
  { stop, log }: { stop: AbortSignal; log: (line: string) => void },
) {
  const ready = await newMigratingTenant(product, {
    type: 'contacts',
    contacts,
    jobs: 0,
    contactsFirst: false,
  });
  const first = await start(ready);
  const { session } = first.company;
  const [connection] = await session.call(listConnections);
  if (!connection) throw new Error('The company has no connection');
  const finished = Promise.all([
    keepAsking(first.company, connection, { stop, log }),
    keepListening(product.description.gateway, session.cookie(), stop),
    keepMigrating(first, stop),
  ]).then(([traffic, stream, migrations]) => ({ traffic, stream, migrations }));
  // A failure is reported where the end is awaited, not before.
  finished.catch(() => undefined);
  return { finished };
}

/** In start order: services come before their callers. */
async function replaceAll(
  product: Product,
  processes: readonly ServiceProcess[],
  { drainMs, log }: Pick<Replacements, 'drainMs' | 'log'>,
): Promise<ReplacedProcess[]> {
  const replaced: ReplacedProcess[] = [];
  for (const old of processes) {
    const { stopMs } = await product.replace(old, drainMs);
    replaced.push({ name: old.name, stopMs });
    log(`Replaced ${old.name}: it ended ${stopMs.toFixed(0)} ms after SIGTERM`);
  }
  return replaced;
}
