/**
 * The door of every command: runs on whatever Node the machine has, installs the packages when they are missing or the
 * lock file changed, and goes on with the repository's own Node.
 *
 * Usage: node scripts/bootstrap.mjs <script> [arguments]
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, 'node_modules', '.ridgeline-lock');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

function installed() {
  return existsSync(marker) && readFileSync(marker, 'utf8') === lockHash;
}

if (!installed()) {
  process.stdout.write('Installing packages ...\n');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) process.exit(npm.status ?? 1);
  writeFileSync(marker, lockHash);
}

const bin = join(root, 'node_modules', '.bin');
const [script = '', ...rest] = process.argv.slice(2);
const child = spawn(
  join(root, 'node_modules', 'node', 'bin', 'node'),
  [join(root, 'scripts', script), ...rest],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PATH: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
    },
  },
);
// Ctrl-C reaches the child through the terminal; a plain kill of this process is handed on.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
