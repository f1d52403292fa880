import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The folder `name` of the download cache, filled by `fill` when it is not there yet.
 *
 * It is filled under another name and renamed when complete, so a download that was cut off never looks finished, and
 * of two stacks that install at the same time one's copy stays and both use it.
 */
export async function cached(
  cacheDir: string,
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(cacheDir, name);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft-${randomUUID()}`;
  await mkdir(draft, { recursive: true });
  try {
    await fill(draft);
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}
