import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from '@ridgeline/devstack';
import { repositoryRoot } from '../../measuring/surroundings.ts';

const run = promisify(execFile);
const source = join(repositoryRoot, 'load', 'k6', 'binary');
const bin = join(repositoryRoot, '.ridgeline', 'bin');

/** A k6 that reads event streams: the one on the PATH where it can, else our own, built once by Go (ADR 48). */
export async function k6Binary(log: (line: string) => void): Promise<string> {
  if (await readsStreams('k6')) return 'k6';
  const folder = await cached(bin, `k6-${await fingerprint()}`, async (draft) => {
    log('Building k6: once, for two minutes on two cores ...');
    await run('go', ['build', '-trimpath', '-o', join(draft, 'k6'), '.'], { cwd: source }).catch(
      (cause: unknown) => {
        throw new Error('k6 could not be built. It needs Go 1.25 or newer and the Go module proxy', {
          cause,
        });
      },
    );
  });
  return join(folder, 'k6');
}

async function readsStreams(k6: string): Promise<boolean> {
  const answer = await run(k6, ['version']).catch(() => null);
  return answer?.stdout.includes('k6/x/sse') ?? false;
}

/** Changes with every source file of the binary. */
async function fingerprint(): Promise<string> {
  const files = (await readdir(source, { recursive: true }))
    .filter((name) => /\.(go|mod|sum)$/.test(name))
    .sort();
  const hash = createHash('sha256');
  for (const name of files) hash.update(name).update(await readFile(join(source, name)));
  return hash.digest('hex').slice(0, 12);
}
