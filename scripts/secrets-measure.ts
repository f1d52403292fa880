/**
 * `npm run secrets:measure [-- connections]`: rewraps the data keys of this many connections (10,000), in its own database,
 * while secrets are read, and prints the results. In a deployment, the connection service's `rotate-secrets.ts` does this.
 */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { startServers } from '@ridgeline/devstack';
import { pause } from '@ridgeline/kit';
import { openDatabase, provisionService, urlOf, type Database } from '@ridgeline/postgres';
import { migrate } from '@ridgeline/postgres/migrate';
import { connectionService } from '../services/connection/src/connections/connection-service.ts';
import { masterKeysSchema, type MasterKeys } from '../services/connection/src/secrets/master-keys.ts';
import { rotateDataKeys } from '../services/connection/src/secrets/rotation.ts';
import { sealSecrets } from '../services/connection/src/secrets/sealed-secrets.ts';
import { insertSecrets } from '../services/connection/src/secrets/secret-store.postgres.ts';
import { countOldDataKeys } from '../services/connection/src/secrets/wrapped-key-store.postgres.ts';
import { runMain } from './run-main.ts';

const applicationName = 'secrets-measure';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const credentials = { acculynxApiKey: 'a-key-of-a-measurement', hubspotPat: 'a-token-of-a-measurement' };
const companyOf = (id: number): string => `company-${id % 50}`;

async function fill(db: Database, keys: MasterKeys, count: number): Promise<void> {
  await db.forSystem(async (tx) => {
    await tx.query(
      `insert into connections (id, company_id, user_id, name, acculynx_key_hint, hubspot_token_hint)
       overriding system value
       select n, 'company-' || n % 50, 1, 'Measured', '', '' from generate_series(1, $1::integer) n`,
      [count],
    );
    for (let connectionId = 1; connectionId <= count; connectionId += 1) {
      const owner = { companyId: companyOf(connectionId), connectionId };
      await insertSecrets(tx, owner, sealSecrets(keys, owner, credentials));
    }
  });
}

/** Reads secrets as workers do, two at a time, while `work` runs. */
async function whileReading<T>(db: Database, keys: MasterKeys, count: number, work: () => Promise<T>) {
  const connections = connectionService({ db, masterKeys: keys });
  const durations: number[] = [];
  let [failed, isOver] = [0, false];
  const reader = async (): Promise<void> => {
    while (!isOver) {
      const id = 1 + Math.floor(Math.random() * count);
      const start = performance.now();
      const read = await connections.secrets(companyOf(id), id).catch(() => null);
      durations.push(performance.now() - start);
      if (read?.hubspotPat !== credentials.hubspotPat) failed += 1;
    }
  };
  const readers = [reader(), reader()];
  const result = await work();
  isOver = true;
  await Promise.all(readers);
  const sorted = durations.sort((a, b) => a - b);
  const at = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
  return { result, reads: sorted.length, failed, p50: at(0.5), p99: at(0.99) };
}

async function measure(count: number): Promise<void> {
  const dir = '.ridgeline/secrets-measure';
  await rm(dir, { recursive: true, force: true });
  await using servers = await startServers({ dir, only: ['postgres'], durable: false, log: say });
  const { adminUrl } = servers.postgres;
  const [database, password] = ['secrets_measure', randomBytes(8).toString('hex')];
  await provisionService(adminUrl, { database, service: 'connection', password, ownerPassword: password });
  const as = (user: string): string => urlOf(adminUrl, { database, user, password });
  const directory = 'services/connection/migrations';
  await migrate({ ownerUrl: as('connection_owner'), schema: 'connection', directory });
  await using db = openDatabase({ url: as('connection_app'), applicationName });
  const entry = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
  const old = entry('old');
  await fill(db, masterKeysSchema.parse(old), count);
  const keys = masterKeysSchema.parse(`${entry('new')},${old}`);
  const quiet = await whileReading(db, keys, count, () => pause(2_000));
  const busy = await whileReading(db, keys, count, async () => {
    const start = performance.now();
    const rotated = await rotateDataKeys(db, keys);
    return { rotated, ms: Math.round(performance.now() - start) };
  });
  const left = await db.forSystem((tx) => countOldDataKeys(tx, keys[0].id));
  say(
    JSON.stringify(
      { connections: count, before: { ...quiet, result: undefined }, during: busy, left },
      null,
      2,
    ),
  );
  if (busy.failed + left > 0) process.exitCode = 1;
}

const [count = '10000'] = process.argv.slice(2);
await runMain(() => measure(Number(count)));
