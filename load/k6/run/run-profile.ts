import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from '@ridgeline/devstack';
import { newTestCompany } from '@ridgeline/testkit';
import { startMeasuredProduct } from '../../measuring/product.ts';
import { repositoryRoot, scratchDirectory } from '../../measuring/surroundings.ts';
import type { LoadSummary } from '../portable/load-summary.ts';
import type { Person } from '../portable/person.ts';
import { k6Binary } from './k6-binary.ts';
import { checkLoad, type LoadVerdict } from './verdict.ts';

/** What a load profile needs in addition to its script. */
interface Profile {
  /** How many users there are, each with their own company; no two virtual users share one's migrations. */
  readonly people: number;
  /** Contacts that each company has at AccuLynx. */
  readonly contacts: number;
  /** Whether the web app is served. */
  readonly web: boolean;
}

/** The profiles of `npm run load`; each has its script in `load/k6/scripts`. */
export const profiles: Readonly<Record<string, Profile>> = {
  smoke: { people: 1, contacts: 100, web: false },
  journey: { people: 6, contacts: 300, web: true },
  spike: { people: 20, contacts: 10, web: false },
  soak: { people: 4, contacts: 300, web: false },
};

/** Makes people with a company and a connection each, one after the other: a registration costs a hash. */
async function makePeople(product: Product, { people, contacts }: Profile): Promise<Person[]> {
  const made: Person[] = [];
  while (made.length < people) {
    const company = await newTestCompany(product.description, { contacts });
    const { id } = await company.connect();
    made.push({ email: company.email, password: company.password, connectionId: id });
  }
  return made;
}

/** How a profile is run. */
export interface RunOptions {
  readonly name: string;
  readonly profile: Profile;
  /** How long a soak test runs. */
  readonly minutes: number;
  readonly log: (line: string) => void;
}

/**
 * Starts its own stack with simulators, puts the load on it and checks the result. Summaries are stored in
 * `.ridgeline/load`.
 */
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
  return checkLoad(name, exitCode ?? 1, JSON.parse(await readFile(json, 'utf8')) as LoadSummary);
}
