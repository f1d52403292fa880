import { join } from 'node:path';
import type { RedisUser } from '@ridgeline/redis/users';
import { newRedisUsers, type StackRedisUsers } from '../redis-readiness.ts';
import type { ServerName } from '../server-process.ts';
import type { ServerSource, StartedServer } from '../server-process.ts';
import { openSupervisor, type Supervisor } from '../supervisor-client.ts';
import { launch, type NativeOptions, type NativeServer } from './launch.ts';
import { nativeKafka } from './native-kafka.ts';
import { nativePostgres } from './native-postgres.ts';
import { nativeRedis, redisUrl } from './native-redis.ts';

/** Servers as processes of this machine, under one supervisor that is started with the first of them. */
export function openNativeServers(options: NativeOptions): ServerSource<ServerName> {
  let supervisor: Supervisor | undefined;

  async function start(name: ServerName): Promise<StartedServer> {
    const { server, address, addressOf } = await prepare(name, {
      ...options,
      directory: join(options.directory, name),
    });
    supervisor ??= openSupervisor(options.directory);
    const { ports, kill, restart } = await launch(server, supervisor, options.log);
    const own = address(ports[0] ?? 0);
    const ofUsers = addressOf && { addressOf: (user: RedisUser) => addressOf(own, user) };
    return { how: 'native', address: own, ...ofUsers, kill, restart };
  }

  return {
    start,
    pids: () => supervisor?.pids() ?? {},
    close: async () => supervisor?.close(),
  };
}

/** A server, and how its address follows from its port. */
interface Prepared {
  readonly server: NativeServer;
  readonly address: (port: number) => string;
  readonly addressOf?: StackRedisUsers['addressOf'];
}

async function prepare(name: ServerName, options: NativeOptions): Promise<Prepared> {
  switch (name) {
    case 'postgres': {
      const server = await nativePostgres(options);
      return { server, address: server.adminUrl };
    }
    case 'redis': {
      const users = newRedisUsers();
      const server = await nativeRedis(options, users);
      return { server, address: (port) => redisUrl(options, port), addressOf: users.addressOf };
    }
    case 'kafka':
      return { server: await nativeKafka(options), address: (port) => `127.0.0.1:${port}` };
  }
}
