import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Suite } from '@ridgeline/testkit/needed-tools';

/** A check that passes or fails as a whole: a command of the toolchain. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** One thread: each of several would check again what the files of the others share, and other checks run beside (ADR 95). */
const typesOf = (name: string, project: string): Check => ({
  name,
  command: ['tsc', '--singleThreaded', '-p', project],
});
const types = typesOf('types', 'tsconfig.json');
const webTypes = typesOf('types of the web app', 'web/tsconfig.json');
const lint: Check = { name: 'lint', command: ['oxlint'] };
const loadTypes = typesOf("types of k6's scripts", 'load/k6/tsconfig.json');
const architecture: Check = { name: 'architecture', command: ['npm', 'run', '--silent', 'architecture'] };
const words: Check = { name: 'words', command: ['npm', 'run', '--silent', 'words'] };

/** The static checks of `npm test`, longest first: they run in parallel. */
export const checks: readonly Check[] = [
  lint,
  types,
  webTypes,
  loadTypes,
  { name: 'format', command: ['oxfmt', '--check'] },
  architecture,
  words,
  { name: 'unused files, exports and dependencies', command: ['knip'] },
  { name: 'generated files are up to date', command: ['node', 'scripts/checking/check-drift.ts'] },
  { name: 'protobuf contracts', command: ['buf', 'lint', 'proto'] },
];

/** How many times as long as the reference machine one takes for each kind of work; 1 is as fast. */
export interface Slowness {
  readonly computing: number;
  readonly memory: number;
}

const asTheReference: Slowness = { computing: 1, memory: 1 };

/**
 * How many test files run at a time on the reference machine of `yardstick.ts`. Deployment tests only compute: one per
 * processor. All others also wait for a timer, a server, a browser or a vendor: `npm test` prints how busy the processors
 * were. Test files do not affect one another: a fault test starts its own product, and every other test has its own
 * companies and vendor accounts. With a fourth product, fault tests would exceed their time limits.
 */
const files: Readonly<Record<Suite, number>> = {
  unit: 2 * availableParallelism(),
  deployment: availableParallelism(),
  integration: 6,
  fault: 3,
  e2e: 6,
};

/**
 * How many run at a time on a machine that is so many times as slow: fewer of those with servers, so that each has about as
 * much of the processors and its time limits hold. Integration and browser tests by what the machine is slowest at, and one
 * more, as few of them leave processors idle. Fault tests, which wait for servers and leases, by the mean, and each may have
 * a third less of the processors.
 */
export function filesAtATime(suite: Suite, { computing, memory }: Slowness): number {
  const most = files[suite];
  switch (suite) {
    case 'unit':
    case 'deployment':
      return most;
    case 'integration':
    case 'e2e':
      return Math.min(most, Math.ceil(most / Math.max(computing, memory)) + 1);
    case 'fault': {
      const mean = (computing + memory) / 2;
      return Math.min(most, Math.max(1, Math.floor((1.5 * most) / mean)));
    }
  }
}

/** The command that runs one of the suites, on a machine that is so many times as slow as the reference. */
export function suiteCommand(suite: Suite, slowness = asTheReference): Check['command'] {
  return [
    'node',
    // Jest loads the web app's modules again for each file. A larger young generation lets most be freed before they are
    // copied.
    '--max-semi-space-size=64',
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    ...(suite === 'unit' ? ['unit', 'web'] : [suite]),
    '--maxWorkers',
    String(filesAtATime(suite, slowness)),
  ];
}

function adding({ name, command }: Check, ...more: readonly string[]): Check {
  return { name, command: [...command, ...more] };
}

/**
 * The checks of `npm run check`, longest first. `cache` is where the compiler remembers what it checked before; `files` are
 * those whose unit tests, and those of their importers, are run (null: all).
 */
export function quickChecks(cache: string, files: readonly string[] | null): readonly Check[] {
  const buildInfo = (name: string) => [
    '--incremental',
    '--tsBuildInfoFile',
    join(cache, `${name}.tsbuildinfo`),
  ];
  const units: Check = { name: 'unit tests', command: suiteCommand('unit') };
  return [
    files === null ? units : adding(units, '--findRelatedTests', ...files),
    lint,
    adding(types, ...buildInfo('types')),
    adding(webTypes, ...buildInfo('web-types')),
    architecture,
    words,
  ];
}
