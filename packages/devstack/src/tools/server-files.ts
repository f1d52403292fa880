import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { containerEngineAnswers } from '../servers/containers/container-engine.mjs';
import { VARIABLES } from '../servers/environment-servers.ts';
import { kafkaArchive } from '../servers/native/archives.mjs';
import { findProgram } from '../servers/native/command.mjs';
import { archiveFolder, javaProgram } from '../servers/native/java.ts';
import { binariesFolder } from '../servers/native/native-postgres.ts';
import { downloadRedis } from '../servers/native/native-redis.ts';

const CACHE = fileURLToPath(new URL('../../../../.ridgeline/cache', import.meta.url));

/** Where the files of the three servers are on this machine. */
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
  const [redis, kafka] = await Promise.all([
    downloadRedis(CACHE, log),
    archiveFolder(CACHE, kafkaArchive, log),
  ]);
  return { postgres: dirname(binariesFolder()), redis, kafka };
}

/**
 * Fetches what a native Redis or Kafka needs, so that a start later takes seconds. Nothing is fetched where the environment
 * names the server or a container engine would run it. Rejects with what to install.
 */
export async function fetchServer(name: 'redis' | 'kafka', log: (line: string) => void): Promise<void> {
  if ((process.env[VARIABLES[name]] ?? '') !== '' || (await containerEngineAnswers())) return;
  if (name === 'kafka') {
    await javaProgram('java', log);
    await archiveFolder(CACHE, kafkaArchive, log);
  } else if (findProgram('redis-server') === undefined) await downloadRedis(CACHE, log);
}
