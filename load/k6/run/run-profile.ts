import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startMeasuredProduct } from '../../measuring/product.ts';
import { repositoryRoot } from '../../measuring/repository-root.ts';
import { scratchDirectory } from '../../measuring/surroundings.ts';
import type { LoadSummary } from '../portable/load-summary.ts';
import { k6Binary } from './k6-binary.ts';
import { makePeople } from './people.ts';
import type { Profile } from './profiles.ts';
import { judgeLoad, type LoadVerdict } from './verdict.ts';

/** How a profile is run. */
export interface RunOptions {
  readonly name: string;
  readonly profile: Profile;
  /** How long a soak goes on. */
  readonly minutes: number;
  readonly log: (line: string) => void;
}

/** Starts a stack of its own with simulators, puts the load on it and judges. Summaries are left in `.ridgeline/load`. */
export async function runProfile({ name, profile, minutes, log }: RunOptions): Promise<LoadVerdict> {
  await using resources = new AsyncDisposableStack();
  const k6 = await k6Binary(log);
  const product = await startMeasuredProduct(resources, `load-${name}`, { gateways: 1, web: profile.web });
  log(`Making ${profile.people} people ...`);
  const scratch = await scratchDirectory(resources, `load-people-${name}`);
  const people = join(scratch, 'people.json');
  await writeFile(people, JSON.stringify(await makePeople(product, profile)), { mode: 0o600 });

  const results = join(repositoryRoot, '.ridgeline', 'load');
  await mkdir(results, { recursive: true });
  const [json, html] = [join(results, `${name}.json`), join(results, `${name}.html`)];
  const script = join(repositoryRoot, 'load', 'k6', 'scripts', `${name}.ts`);
  const child = spawn(k6, ['run', '--quiet', '--no-usage-report', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      K6_AUTO_EXTENSION_RESOLUTION: 'false',
      GATEWAY: product.description.gateway,
      PEOPLE: people,
      PROFILE: name,
      MINUTES: String(minutes),
      SUMMARY_JSON: json,
      SUMMARY_HTML: html,
    },
  });
  resources.defer(() => void child.kill('SIGKILL'));
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  log(`For people: ${html}`);
  return judgeLoad(name, exitCode ?? 1, JSON.parse(await readFile(json, 'utf8')) as LoadSummary);
}
