import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cached } from '../servers/native/cache.ts';

const run = promisify(execFile);

/** What the built app depends on. */
const sources = ['web', 'packages/contracts/src', 'docs/guide', 'docs/images', 'package-lock.json'];

function* filesOf(path: string): Generator<string> {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path).sort())
    if (entry !== 'node_modules' && entry !== 'dist') yield* filesOf(join(path, entry));
}

function fingerprint(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesOf(join(root, source)))
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The folder of the built web app. Builds it when its sources have changed since the last build; two stacks may request it
 * concurrently.
 */
export function buildWeb(root: string, log: (line: string) => void): Promise<string> {
  return cached(join(root, '.ridgeline', 'cache', 'web'), fingerprint(root), async (draft) => {
    log('Building the web app ...');
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
    await run(process.execPath, [vite, 'build', '--outDir', draft, '--emptyOutDir'], {
      cwd: join(root, 'web'),
      // Production even in a test run: libraries behave differently under any other name.
      env: { ...process.env, NODE_ENV: 'production' },
    });
  });
}
