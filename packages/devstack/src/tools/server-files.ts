import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { kafkaJars } from '../servers/native/native-kafka.ts';
import { binariesFolder } from '../servers/native/native-postgres.ts';
import { downloadRedis } from '../servers/native/native-redis.ts';

const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

/** Where the three servers' files lie on this machine. */
export interface ServerFiles {
  /** Folder with `bin`, `lib` and `share`. */
  readonly postgres: string;
  /** The program. */
  readonly redis: string;
  /** Folder of jars. */
  readonly kafka: string;
}

/** The servers that `npm start` runs natively, as files to make images of; fetched when they are not there yet. */
export async function serverFiles(log: (line: string) => void): Promise<ServerFiles> {
  const [redis, kafka] = await Promise.all([downloadRedis(CACHE, log), kafkaJars(CACHE, log)]);
  return { postgres: dirname(binariesFolder()), redis, kafka };
}
