import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the repository's root. */
export const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** A folder for the benchmark alone, removed with the resources. */
export async function scratchDirectory(resources: AsyncDisposableStack, name: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), `ridgeline-${name}-`));
  resources.defer(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Prints what a benchmark is doing. */
export function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}
