/** A check that passes or fails as a whole: a command of the toolchain. */
export interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

/** The static checks of `npm test`, quick ones first. */
export const checks: readonly Check[] = [
  { name: 'protobuf contracts', command: ['buf', 'lint', 'proto'] },
  { name: 'generated files are up to date', command: ['node', 'scripts/testing/check-drift.ts'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the web app', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
  { name: 'lint', command: ['eslint', '.', '--max-warnings', '0'] },
  {
    name: 'architecture',
    command: [
      'depcruise',
      '--config',
      '.dependency-cruiser.mjs',
      ...['packages', 'services', 'gateway', 'web', 'simulators', 'tests', 'load', 'scripts'],
    ],
  },
  { name: 'unused files, exports and dependencies', command: ['knip'] },
];

/** The test suites, run by Jest after the checks. */
export const suites = ['unit', 'integration', 'fault', 'e2e'] as const;
