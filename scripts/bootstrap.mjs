/**
 * The entry point of every command: runs on any Node of the machine, installs the packages that the command needs when they
 * are missing or the lock file changed (ADR 89), and continues with the repository's own Node.
 *
 * Usage: node scripts/bootstrap.mjs <script> [arguments]
 *        node scripts/bootstrap.mjs --installed    (npm's postinstall: marks what it installed, and for which lock file)
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledModules } from '../packages/devstack/src/product/compiled-modules.mjs';
import { fetchServers } from './installing/fetch-servers.mjs';
import { installTurn } from './installing/install-turn.mjs';
import { lockHash, readMarks, writeMarks } from './installing/installed.mjs';
import { whatToInstall } from './installing/what-to-install.mjs';

const started = Date.now();
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const binaries = join(root, 'node_modules', '.bin');

const npmCommands = {
  product: ['ci', '--omit=dev'],
  everything: ['ci', '--include=dev'],
  rest: ['install', '--include=dev', '--no-save'],
};

/** Installs what a command lacks. Commands of this checkout take turns, so that none installs again what another just did. */
async function installFor(command) {
  const lacking = () => whatToInstall(command, readMarks(root), lockHash(root));
  if (lacking() === 'nothing') return;
  const endTurn = await installTurn(root, () =>
    process.stdout.write('Waiting for another command that installs packages ...\n'),
  );
  const what = lacking();
  const code = what === 'nothing' ? 0 : await install(what);
  endTurn();
  if (code !== 0) process.exit(code ?? 1);
}

/** Answers npm's exit code; null when a signal ended it. */
async function install(what) {
  process.stdout.write('Installing packages ...\n');
  const options = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  const npm = spawn('npm', [...npmCommands[what], ...options], { cwd: root, stdio: 'inherit' });
  const [[code]] = await Promise.all([once(npm, 'exit'), fetchServers(root)]);
  return code;
}

function runScript([script = '', ...rest]) {
  const path = `${binaries}:${process.env.PATH ?? ''}`;
  // Found on the new path: the platform's package of Node, or the machine's own where there is none.
  if (!existsSync(join(binaries, 'node')) && Number.parseInt(process.versions.node) < 24) {
    process.stderr.write('No package of Node was installed for this platform: install Node 24.\n');
    process.exit(1);
  }
  const child = spawn('node', [join(root, 'scripts', script), ...rest], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      RIDGELINE_STARTED_AT: String(started),
      NODE_COMPILE_CACHE: compiledModules(root),
      PATH: path,
    },
  });
  // Ctrl-C reaches the child through the terminal; a plain kill of this process is passed on.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // npm does not always pass its own end on.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 1_000).unref();
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

const words = process.argv.slice(2);
if (words[0] === '--installed') {
  writeMarks(root);
} else {
  await installFor(words[0] ?? '');
  runScript(words);
}
