/**
 * The suites: unit with web (only our code), deployment (chart, image and alert rules, with Helm's and Prometheus' tools),
 * integration (Postgres, Redis, Kafka), fault (the whole product under faults) and e2e (the whole product in use).
 */

import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';

const shared = { modulePathIgnorePatterns: ['/dist/', '/.ridgeline/'] };

const jestOfOurs = '<rootDir>/packages/testkit/src/jest';

/** Test files that Node loads in the same way as the product: ADR 91. */
const native = {
  ...shared,
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/gateway',
    '<rootDir>/simulators',
    '<rootDir>/tests',
    '<rootDir>/scripts',
    '<rootDir>/load',
  ],
  transform: {},
  runtime: `${jestOfOurs}/native/native-runtime.ts`,
  testEnvironment: `${jestOfOurs}/native/native-environment.ts`,
};

/**
 * The index of each of these two packages loads all of its modules, which are hundreds. Instead, each module is loaded when
 * a test uses it.
 */
const modulesIn = (folder) =>
  readdirSync(join(import.meta.dirname, 'node_modules', folder)).map((name) => `./${parse(name).name}`);

const script = {
  jsc: {
    target: 'es2024',
    parser: { syntax: 'typescript', tsx: true, decorators: false },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs', lazy: [...modulesIn('antd/es'), ...modulesIn('@ant-design/icons/es/icons')] },
};

export default {
  testSequencer: `${jestOfOurs}/longest-first.ts`,
  // Bounds a hang; the machine may be busy.
  testTimeout: 30_000,
  projects: [
    {
      ...native,
      displayName: 'unit',
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(deployment|integration|fault|e2e)\\.test\\.ts$'],
    },
    {
      ...shared,
      // Its modules are written for a bundler, and many tests need a document: Jest compiles them and their packages.
      displayName: 'web',
      roots: ['<rootDir>/web/src'],
      testMatch: ['**/*.test.ts', '**/*.test.tsx'],
      transform: { '^.+\\.(tsx?|[cm]?js)$': ['@swc/jest', script] },
      transformIgnorePatterns: [],
      testEnvironment: 'node',
      moduleNameMapper: {
        '\\.css$': '<rootDir>/web/src/testing/no-styles.ts',
        '^(antd|@ant-design/icons)$': '<rootDir>/node_modules/$1/es/index.js',
      },
    },
    {
      ...native,
      displayName: 'deployment',
      testMatch: ['**/*.deployment.test.ts'],
      globalSetup: `${jestOfOurs}/tools-setup.ts`,
    },
    {
      ...native,
      displayName: 'integration',
      testMatch: ['**/*.integration.test.ts'],
      globalSetup: `${jestOfOurs}/global-setup.ts`,
      globalTeardown: `${jestOfOurs}/global-teardown.ts`,
    },
    {
      ...native,
      displayName: 'fault',
      testMatch: ['**/*.fault.test.ts'],
      globalSetup: `${jestOfOurs}/tools-setup.ts`,
    },
    {
      ...native,
      displayName: 'e2e',
      testMatch: ['**/*.e2e.test.ts'],
      globalSetup: `${jestOfOurs}/product-setup.ts`,
      globalTeardown: `${jestOfOurs}/product-teardown.ts`,
    },
  ],
};
