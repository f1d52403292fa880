import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openDatabase } from '@ridgeline/postgres';
import { eventually } from '@ridgeline/testkit/integration';
import { isAlive } from './is-alive.mjs';
import { processesIn } from './leftovers.ts';
import type { ServerName } from './server-process.ts';
import { startServers } from './start-servers.ts';

jest.setTimeout(60_000);

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ridgeline-stack-'));
});

afterEach(async () => {
  await eventually(() => expect(processesIn(dir)).toEqual([]), {
    what: 'the servers to be gone',
    within: 20_000,
  });
  await rm(dir, { recursive: true, force: true });
});

interface Holder {
  process: ChildProcess;
  pids: Record<string, number>;
  adminUrl: string;
}

/** Another process that holds a stack in `dir`, as `npm start` would. */
async function holdServers(...only: ServerName[]): Promise<Holder> {
  const program = fileURLToPath(new URL('hold-servers.ts', import.meta.url));
  const holder = spawn(process.execPath, [program, dir, ...only], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(holder.stdout)) {
    return { process: holder, ...(JSON.parse(line) as Omit<Holder, 'process'>) };
  }
  throw new Error('The holder ended without servers');
}

async function killed(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

function allGone(pids: Record<string, number>): void {
  expect(Object.entries(pids).filter(([, pid]) => isAlive(pid))).toEqual([]);
}

async function countNotes(adminUrl: string): Promise<number> {
  await using db = openDatabase({ url: adminUrl, applicationName: 'devstack test' });
  const { count } = await db.forSystem(async (tx) => {
    await tx.query('create table if not exists notes (text text)');
    await tx.query(`insert into notes values ('x')`);
    return tx.one<{ count: number }>('select count(*) from notes');
  });
  return count;
}

describe('A stack of servers', () => {
  test('When two run side by side, then each has its own, and stopping one leaves the other', async () => {
    const [one, two] = await Promise.all([
      startServers({ dir: join(dir, 'one') }),
      startServers({ dir: join(dir, 'two'), durable: false }),
    ]);
    await using stacks = new AsyncDisposableStack();
    stacks.use(two);
    const addresses = [one, two].map(({ postgres, redis, kafka }) => [
      postgres.adminUrl,
      redis.url,
      ...kafka.brokers,
    ]);
    expect(new Set(addresses.flat()).size).toBe(6);
    expect([one.postgres.how, one.redis.how, one.kafka.how]).toEqual(['native', 'native', 'native']);
    await countNotes(one.postgres.adminUrl);

    const { pids } = one;
    await one.stop();
    allGone(pids);
    expect(Object.keys(two.pids).sort()).toEqual(['kafka', 'postgres', 'redis', 'supervisor']);
    await expect(countNotes(two.postgres.adminUrl)).resolves.toBe(1);
  });

  test('When the process that holds it is killed, then no server is left, and the next start has the data', async () => {
    const first = await holdServers('postgres', 'redis');
    await expect(countNotes(first.adminUrl)).resolves.toBe(1);
    await killed(first.process, 'SIGKILL');
    await eventually(() => allGone(first.pids), { what: 'the servers to stop', within: 15_000 });
    await using servers = await startServers({ dir, only: ['postgres', 'redis'] });
    await expect(countNotes(servers.postgres.adminUrl)).resolves.toBe(2);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    'When the process that holds it does nothing about a %s, then no server is left',
    async (signal) => {
      const first = await holdServers('redis');
      await killed(first.process, signal);
      await eventually(() => allGone(first.pids), { what: 'the servers to stop', within: 15_000 });
    },
  );

  test('When even the supervisor is killed, then the next start ends the servers that it left', async () => {
    const first = await holdServers('postgres', 'redis', 'kafka');
    const { supervisor = 0, ...left } = first.pids;
    await expect(countNotes(first.adminUrl)).resolves.toBe(1);
    process.kill(supervisor, 'SIGKILL');
    await killed(first.process, 'SIGKILL');
    expect(Object.values(left).filter(isAlive)).toHaveLength(3);
    await using servers = await startServers({ dir });
    allGone(left);
    await expect(countNotes(servers.postgres.adminUrl)).resolves.toBe(2);
  });

  test('When another process has the process ids that a dead run left, then it is spared', async () => {
    const bystander = spawn('sleep', ['60']);
    const pid = bystander.pid ?? 0;
    await writeFile(
      join(dir, 'pids.json'),
      JSON.stringify({ owner: pid, supervisor: pid, servers: { redis: pid } }),
    );
    await using servers = await startServers({ dir, only: ['redis'] });
    expect(isAlive(pid)).toBe(true);
    expect(servers.pids['redis']).not.toBe(pid);
    await killed(bystander, 'SIGKILL');
  });

  test('When a stack runs in the directory already, then a second start is refused and the first runs on', async () => {
    await using first = await startServers({ dir, only: ['redis'] });
    await expect(startServers({ dir, only: ['redis'] })).rejects.toThrow('already');
    expect(isAlive(first.pids['redis'] ?? 0)).toBe(true);
  });

  test('When a server is killed and started again, then it has its port and its data', async () => {
    await using servers = await startServers({ dir, only: ['postgres', 'redis'], durable: false });
    const { adminUrl } = servers.postgres;
    await countNotes(adminUrl);
    const before = servers.pids;
    await servers.kill('postgres');
    expect(servers.pids).not.toHaveProperty('postgres');
    await servers.restart('postgres');
    await servers.restart('redis');
    expect(servers.pids).not.toMatchObject({ postgres: before['postgres'] });
    expect(servers.postgres.adminUrl).toBe(adminUrl);
    await expect(countNotes(adminUrl)).resolves.toBe(2);
  });

  test('When a stack that is thrown away ends, then its data are gone from memory', async () => {
    const servers = await startServers({ dir, only: ['postgres', 'kafka'], durable: false });
    const folders = await Promise.all(['postgres', 'kafka'].map((name) => realpath(join(dir, name, 'data'))));
    expect(folders.filter(existsSync)).toHaveLength(2);
    await servers.stop();
    expect(folders.filter((folder) => !folder.startsWith(dir) && existsSync(folder))).toEqual([]);
  });

  test('When a server ends unexpectedly, then it is reported; otherwise it is not', async () => {
    const told: string[] = [];
    const servers = await startServers({ dir, only: ['redis'], log: (line) => void told.push(line) });
    await servers.restart('redis');
    await servers.kill('redis');
    await servers.restart('redis');
    process.kill(servers.pids['redis'] ?? 0, 'SIGKILL');
    const end = 'redis has ended (SIGKILL); it stays down until the stack is restarted';
    await eventually(() => expect(told).toContain(end), { what: 'the end to be reported' });
    await servers.restart('redis');
    await servers.stop();
    expect(told.filter((line) => line.includes('has ended'))).toEqual([end]);
  });

  test('When one server cannot start, then the error says why and the others are stopped', async () => {
    await writeFile(join(dir, 'redis'), 'a file where the folder should be');
    await expect(startServers({ dir, only: ['postgres', 'redis'] })).rejects.toThrow('EEXIST');
  });
});

test('The log of a server that ran is beside its data', async () => {
  await (await startServers({ dir, only: ['redis'] })).stop();
  await expect(readFile(join(dir, 'redis/server.log'), 'utf8')).resolves.toContain(
    'Ready to accept connections',
  );
});
