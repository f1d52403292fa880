/**
 * The entry point of every command: runs on any Node of the machine, installs the packages when they are missing or the
 * lock file changed, and continues with the repository's own Node.
 *
 * Usage: node scripts/bootstrap.mjs <script> [arguments]
 *        node scripts/bootstrap.mjs --installed    (npm's postinstall: remembers for which lock file it installed)
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const started = Date.now();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const marker = join(root, 'node_modules', '.ridgeline-lock');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');

function install() {
  process.stdout.write('Installing packages ...\n');
  const options = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const { status } = spawnSync('npm', ['ci', ...options], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function runScript([script = '', ...rest]) {
  const node = join(root, 'node_modules', 'node', 'bin', 'node');
  const child = spawn(node, [join(root, 'scripts', script), ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      RIDGELINE_STARTED_AT: String(started),
      PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH ?? ''}`,
    },
  });
  // Ctrl-C reaches the child through the terminal; a plain kill of this process is handed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // npm does not always hand its own end on.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const words = process.argv.slice(2);
if (words[0] === '--installed') {
  writeFileSync(marker, lockHash);
} else {
  if (!existsSync(marker) || readFileSync(marker, 'utf8') !== lockHash) install();
  runScript(words);
}
