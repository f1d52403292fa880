import { execFile } from 'node:child_process';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot, scratchDirectory } from '../measuring/surroundings.ts';

const execute = promisify(execFile);

/** A checkout in a home folder in which nothing was ever downloaded. */
export interface BareMachine {
  readonly checkout: string;
  readonly env: NodeJS.ProcessEnv;
  /** How long the clone took. */
  readonly cloneSeconds: number;
}

/** Variables that npm sets for this script, which another npm must not mistake for its own. */
const ofThisScript =
  /^(npm_(package|lifecycle)_|npm_(command|config_local_prefix)$|INIT_CWD$|NODE_COMPILE_CACHE$|RIDGELINE_)/;

/**
 * The environment of commands in that home folder: it keeps the machine's configuration, which names the registries, but
 * none of its caches and none of this checkout's programs.
 */
function bareEnvironment(home: string): NodeJS.ProcessEnv {
  const { env } = process;
  const kept = Object.entries(env).filter(([name]) => !ofThisScript.test(name));
  const programs = (env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return {
    ...Object.fromEntries(kept),
    PATH: programs.join(delimiter),
    HOME: home,
    npm_config_userconfig: env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
    npm_config_cache: join(home, '.npm'),
    MAVEN_OPTS: `${env['MAVEN_OPTS'] ?? ''} -Dmaven.repo.local=${join(home, '.m2')}`,
  };
}

/** Clones the last commit of this checkout into a bare home folder, which is removed with the resources. */
export async function openBareMachine(resources: AsyncDisposableStack, name: string): Promise<BareMachine> {
  const home = await scratchDirectory(resources, name);
  const checkout = join(home, 'ridgeline');
  const started = performance.now();
  await execute('git', ['clone', '--quiet', '--no-hardlinks', repositoryRoot, checkout]);
  return { checkout, env: bareEnvironment(home), cloneSeconds: (performance.now() - started) / 1_000 };
}

/** Installs what a lock file of the checkout names, and returns the seconds that it took. */
export async function installAll({ checkout, env }: BareMachine, folder: string): Promise<number> {
  const started = performance.now();
  const options = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  await execute('npm', ['ci', ...options], { cwd: join(checkout, folder), env });
  return (performance.now() - started) / 1_000;
}
