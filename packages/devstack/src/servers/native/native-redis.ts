import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitForRedis } from '../redis-readiness.ts';
import type { StackRedisUsers } from '../redis-readiness.ts';
import { redisArchive, redisBinary } from './archives.mjs';
import { findProgram } from './command.mjs';
import { archiveFolder } from './java.ts';
import type { NativeOptions, NativeServer } from './launch.ts';
import { writeGuard, type ServerGuard } from './server-guard.ts';

/** Redis from `redis-server` on the PATH, else from the binary inside a Maven artifact. Listens on one port. */
export async function nativeRedis(
  { directory, cacheDir, durable, log, guard }: NativeOptions,
  users: StackRedisUsers,
): Promise<NativeServer> {
  const program = findProgram('redis-server') ?? (await downloadRedis(cacheDir, log));
  await mkdir(directory, { recursive: true });
  const usersFile = join(directory, 'users.acl');
  await writeFile(usersFile, users.file, { mode: 0o600 });
  // Every write is in the file before it is answered, so that a restarted server still has it after a kill.
  const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', durable ? 'everysec' : 'no'];
  return {
    name: 'redis',
    ports: 1,
    async configure([port = 0]) {
      const door = guard ? await guardedPort(guard, directory, port) : ['--port', String(port)];
      return {
        command: program,
        args: [...door, '--bind', '127.0.0.1', '--dir', directory, '--aclfile', usersFile, ...persistence],
        env: {},
        cwd: directory,
        logFile: join(directory, 'server.log'),
        stopSignal: 'SIGTERM',
        closeSignal: durable ? 'SIGTERM' : 'SIGKILL',
        stopWithinMs: 5_000,
      };
    },
    ready: ([port = 0], signal) => waitForRedis(redisUrl({ guard }, port), signal),
  };
}

/** The address of a native Redis. */
export const redisUrl = ({ guard }: Pick<NativeOptions, 'guard'>, port: number): string =>
  `${guard ? 'rediss' : 'redis'}://127.0.0.1:${port}`;

async function guardedPort(guard: ServerGuard, directory: string, port: number): Promise<string[]> {
  const { keyFile, certificateFile } = await writeGuard(guard, directory);
  const own = ['--tls-cert-file', certificateFile, '--tls-key-file', keyFile];
  // Redis requires an authority even if it asks clients for no certificate.
  const clients = ['--tls-ca-cert-file', certificateFile, '--tls-auth-clients', 'no'];
  return ['--port', '0', '--tls-port', String(port), ...own, ...clients];
}

/** A Redis that needs nothing installed on the machine. */
export async function downloadRedis(cacheDir: string, log: (line: string) => void): Promise<string> {
  if (redisBinary === undefined) {
    throw new Error(
      'redis-server is not on the PATH and there is no binary for this machine: install Redis or set REDIS_URL',
    );
  }
  return join(await archiveFolder(cacheDir, redisArchive, log), redisBinary);
}
