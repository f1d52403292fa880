/**
 * Five suites: unit (nothing but our code), deployment (chart, image and alert rules, by Helm and Prometheus' tools),
 * integration (Postgres, Redis, Kafka), fault (the whole product, hurt) and e2e (the whole product, used).
 */

// Jest takes ES modules as they are only with this flag of Node's, which the unit tests run without: ADR 51.
const esModules = process.execArgv.includes('--experimental-vm-modules');

const modules = esModules
  ? { compiled: 'tsx?', module: { type: 'es6', ignoreDynamic: true } }
  : { compiled: '(tsx?|[cm]?js)', module: { type: 'commonjs' } };

const shared = {
  transform: {
    [`^.+\\.${modules.compiled}$`]: [
      '@swc/jest',
      {
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true, decorators: false },
          transform: { react: { runtime: 'automatic' } },
        },
        module: modules.module,
      },
    ],
  },
  transformIgnorePatterns: esModules ? ['/node_modules/'] : [],
  extensionsToTreatAsEsm: esModules ? ['.ts', '.tsx'] : [],
  testEnvironment: 'node',
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/gateway',
    '<rootDir>/web/src',
    '<rootDir>/simulators',
    '<rootDir>/tests',
    '<rootDir>/scripts',
    '<rootDir>/load',
  ],
  modulePathIgnorePatterns: ['/dist/', '/.ridgeline/'],
};

export default {
  // Bounds a hang; the machine may be busy.
  testTimeout: 30_000,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(deployment|integration|fault|e2e)\\.test\\.ts$'],
      moduleNameMapper: { '\\.css$': '<rootDir>/web/src/testing/no-styles.ts' },
    },
    {
      ...shared,
      displayName: 'deployment',
      testMatch: ['**/*.deployment.test.ts'],
      globalSetup: '<rootDir>/packages/testkit/src/jest/tools-setup.ts',
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['**/*.integration.test.ts'],
      globalSetup: '<rootDir>/packages/testkit/src/jest/global-setup.ts',
      globalTeardown: '<rootDir>/packages/testkit/src/jest/global-teardown.ts',
    },
    {
      ...shared,
      displayName: 'fault',
      testMatch: ['**/*.fault.test.ts'],
      globalSetup: '<rootDir>/packages/testkit/src/jest/tools-setup.ts',
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['**/*.e2e.test.ts'],
      globalSetup: '<rootDir>/packages/testkit/src/jest/product-setup.ts',
      globalTeardown: '<rootDir>/packages/testkit/src/jest/product-teardown.ts',
    },
  ],
};
