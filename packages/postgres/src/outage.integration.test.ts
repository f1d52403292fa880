import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isAlive, startServers, type Servers } from '@ridgeline/devstack';
import { eventually } from '@ridgeline/testkit/integration';
import { openDatabase, type Database } from './database.ts';

let dir: string;
let servers: Servers;
let db: Database;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ridgeline-outage-'));
  servers = await startServers({ dir, only: ['postgres'], durable: false });
  db = openDatabase({ url: servers.postgres.adminUrl, applicationName: 'outage', max: 3 });
  await db.forSystem((tx) => tx.query('create table events (id integer)'));
}, 60_000);

afterAll(async () => {
  await db.close();
  await servers.stop();
  await rm(dir, { recursive: true });
}, 60_000);

const countEvents = () => db.forSystem((tx) => tx.one('select count(*) as events from events'));

describe('When Postgres goes away', () => {
  test('and comes back while connections lie idle, then the next call succeeds and all data are there', async () => {
    await Promise.all(
      [1, 2, 3].map((id) => db.forSystem((tx) => tx.query('insert into events values ($1)', [id]))),
    );
    await servers.restart('postgres');
    await expect(countEvents()).resolves.toEqual({ events: 3 });
  });

  test('and a call comes before the news of it, then the stale connections are passed over', async () => {
    await Promise.all([countEvents(), countEvents()]);
    // Runs in another process and blocks the event loop: this process notices nothing until its next call.
    const script = `import { Client } from 'pg';
      const client = new Client(process.argv[1]);
      await client.connect();
      await client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'outage'");
      await client.end();`;
    const command = ['--input-type=module', '--eval', script, servers.postgres.adminUrl];
    execFileSync(process.execPath, command, { cwd: import.meta.dirname });
    await expect(countEvents()).resolves.toEqual({ events: 3 });
  });

  test('in the middle of a transaction, then the call fails as retriable, and a retry succeeds', async () => {
    const begun = Promise.withResolvers<number>();
    const down = Promise.withResolvers<undefined>();
    const interrupted = db.forSystem(async (tx) => {
      await tx.query('insert into events values (4)');
      begun.resolve((await tx.one<{ pid: number }>('select pg_backend_pid() as pid')).pid);
      await down.promise;
      await tx.query('insert into events values (5)');
    });
    const backend = await begun.promise;
    await servers.kill('postgres');
    // The process of a connection ends shortly after the server, and could still commit until then.
    await eventually(() => expect(isAlive(backend)).toBe(false), { what: 'the connection to be lost' });
    down.resolve(undefined);
    await expect(interrupted).rejects.toMatchObject({ code: 'server.unavailable', retriable: true });
    await expect(db.ping()).rejects.toMatchObject({ code: 'server.unavailable' });
    await servers.restart('postgres');
    await expect(countEvents()).resolves.toEqual({ events: 3 });
  });

  test('then a listener listens again and is called once for what it may have missed', async () => {
    const heard: string[] = [];
    await using open = new AsyncDisposableStack();
    open.use(await db.listen('changes', (payload) => heard.push(payload)));
    const notify = (payload: string) =>
      db.forSystem((tx) => tx.query(`select pg_notify('changes', $1)`, [payload]));
    await notify('before');
    await eventually(() => expect(heard).toEqual(['before']), { what: 'the first notification' });
    await servers.restart('postgres');
    await eventually(() => expect(heard).toEqual(['before', '']), { what: 'the listener to be back' });
    await notify('after');
    await eventually(() => expect(heard).toEqual(['before', '', 'after']), {
      what: 'the notification after',
    });
  }, 30_000);
});
