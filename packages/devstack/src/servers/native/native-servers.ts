import { join } from 'node:path';
import type { ServerName } from '../server-process.ts';
import type { ServerSource, StartedServer } from '../started-server.ts';
import { openSupervisor, type Supervisor } from '../supervisor-client.ts';
import { launch } from './launch.ts';
import { nativeKafka } from './native-kafka.ts';
import { nativePostgres } from './native-postgres.ts';
import { nativeRedis, redisUrl } from './native-redis.ts';
import type { NativeOptions } from './native-server.ts';

/** Servers as processes of this machine, under one supervisor that is started with the first of them. */
export function openNativeServers(options: NativeOptions): ServerSource<ServerName> {
  let supervisor: Supervisor | undefined;

  async function start(name: ServerName): Promise<StartedServer> {
    const { server, address } = await prepare(name, { ...options, directory: join(options.directory, name) });
    supervisor ??= openSupervisor(options.directory);
    const { ports, kill, restart } = await launch(server, supervisor, options.log);
    return { how: 'native', address: address(ports[0] ?? 0), kill, restart };
  }

  return {
    start,
    pids: () => supervisor?.pids() ?? {},
    close: async () => supervisor?.close(),
  };
}

async function prepare(name: ServerName, options: NativeOptions) {
  switch (name) {
    case 'postgres': {
      const server = await nativePostgres(options);
      return { server, address: server.adminUrl };
    }
    case 'redis':
      return { server: await nativeRedis(options), address: (port: number) => redisUrl(options, port) };
    case 'kafka':
      return { server: await nativeKafka(options), address: (port: number) => `127.0.0.1:${port}` };
  }
}
