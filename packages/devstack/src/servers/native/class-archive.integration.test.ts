import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, jest, test } from '@jest/globals';
import { startServers } from '../start-servers.ts';
import { kafkaArchive } from './archives.mjs';

jest.setTimeout(90_000);

const cache = fileURLToPath(new URL('../../../../../.ridgeline/cache', import.meta.url));

/** Starts Kafka alone, returns the class archive that it has mapped, and stops it in order. */
async function mappedArchive(dir: string, cacheDir: string): Promise<string | undefined> {
  await using servers = await startServers({ dir, cacheDir, only: ['kafka'] });
  const maps = await readFile(`/proc/${servers.pids['kafka'] ?? 0}/maps`, 'utf8');
  return /\S+classes-\w+\.jsa$/m.exec(maps)?.[0];
}

test('When Kafka has ended in order, then the next one starts with its classes, and a broken archive stops none', async () => {
  await using resources = new AsyncDisposableStack();
  const home = await realpath(await mkdtemp(join(tmpdir(), 'ridgeline-archive-')));
  resources.defer(() => rm(home, { recursive: true, force: true }));
  const [dir, cacheDir] = [join(home, 'stack'), join(home, 'cache')];
  await mkdir(cacheDir);
  await symlink(join(cache, kafkaArchive.folder), join(cacheDir, kafkaArchive.folder));
  const archives = async (): Promise<string[]> =>
    (await readdir(cacheDir))
      .filter((name) => name.startsWith('classes-'))
      .map((name) => join(cacheDir, name));

  expect(await mappedArchive(dir, cacheDir)).toBeUndefined();
  const [archive = ''] = await archives();
  expect(archive).toMatch(/\.jsa$/);
  expect(await archives()).toEqual([archive]);
  expect(await mappedArchive(dir, cacheDir)).toBe(archive);

  await rm(archive);
  await writeFile(archive, 'cut off');
  expect(await mappedArchive(dir, cacheDir)).toBeUndefined();
});
