import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';

/** A lock is renewed while its folder is filled; one that was not renewed for this long belongs to a process that was killed. */
const staleMs = 20_000;

/** How often a process that waits for another one's download checks again. */
const lookAgainMs = 200;

/**
 * The folder `name` of the download cache, filled by `fill` when it is not there yet.
 *
 * One process fills it, however many ask: the others wait for its lock and then use the folder. It is filled under
 * another name and renamed when complete, so an interrupted download never looks finished; the next process removes what
 * a killed one left incomplete. Rejects with what `fill` throws; the next caller then tries again.
 */
export async function cached(
  cacheDir: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, name);
  if (existsSync(folder)) return folder;
  await mkdir(cacheDir, { recursive: true });
  const unlock = await lock(folder, {
    realpath: false,
    stale: staleMs,
    retries: { forever: true, minTimeout: lookAgainMs, maxTimeout: lookAgainMs },
    // A holder that was frozen may lose the lock. Two processes that fill the folder only cost time: the first complete
    // copy stays.
    onCompromised: () => undefined,
  });
  try {
    if (!existsSync(folder)) await fillOnce(cacheDir, name, fill);
  } finally {
    await unlock().catch(() => undefined);
  }
  return folder;
}

async function fillOnce(
  cacheDir: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  const drafts = `${name}.draft-`;
  for (const left of await readdir(cacheDir))
    if (left.startsWith(drafts)) await rm(join(cacheDir, left), { recursive: true, force: true });
  const draft = join(cacheDir, `${drafts}${randomUUID()}`);
  await mkdir(draft);
  try {
    await fill(draft);
    await rename(draft, join(cacheDir, name)).catch((error: unknown) => {
      if (!existsSync(join(cacheDir, name))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
