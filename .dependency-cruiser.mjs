/** The import rules (docs/architecture.md): who may use what, checked by `npm test`. */
import { readFileSync } from 'node:fs';

const driver = (name, home, modules) => ({
  name,
  severity: 'error',
  comment: `Only ${home} may import ${modules}`,
  from: { pathNot: `^(${home}|load)/` },
  to: { path: `node_modules/(${modules})/` },
});

/** The worker's folders from top to bottom (ADR 31); folders of one step may not import each other. */
const workerFolders = [
  ['sync', 'sweep'],
  ['run'],
  ['report'],
  ['pipeline', 'objects'],
  ['object-migration'],
  ['hubspot-io'],
  ['vendors'],
  ['lease', 'waiting'],
  ['orchestrator'],
  ['plans'],
  ['base'],
];

const worker = '^services/migration-worker/src';
const notTests = ['/testing(/|\\.ts$)', '\\.test\\.tsx?$'];

/** What a folder of the worker may not import: every folder above it or in its own step. */
const workerFolder = (folders, step) =>
  folders.map((folder) => ({
    name: `worker-${folder}-imports-downward`,
    severity: 'error',
    from: { path: `${worker}/${folder}/`, pathNot: notTests },
    to: {
      path: `${worker}/(${workerFolders
        .slice(0, step + 1)
        .flat()
        .filter((other) => other !== folder)
        .join('|')})/`,
    },
  }));

/** The folders of all packages that `npm start` does not install: only for tests, lint, browsers and benchmarks. */
const toolFolders = Object.entries(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages)
  .filter(([folder, { dev }]) => dev && folder.includes('node_modules/'))
  .map(([folder]) => folder.replaceAll('.', '\\.'));
const tools = `^(${toolFolders.join('|')})/`;

export default {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: "k6's own modules are inside its binary; virtual ones are made when the web app is built",
      from: {},
      to: { couldNotResolve: true, pathNot: '^(k6(/|$)|virtual:)' },
    },
    {
      name: 'web-imports-contracts-only',
      severity: 'error',
      from: { path: '^web/' },
      to: {
        path: '^(packages|services|gateway|simulators|tests|load|scripts)/',
        pathNot: '^packages/contracts/src/(?!internal)',
      },
    },
    {
      name: 'no-service-to-service',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^(services/(?!$1/)|gateway/|web/)' },
    },
    {
      name: 'gateway-imports-no-service',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(services|web)/' },
    },
    {
      name: 'packages-import-packages-only',
      severity: 'error',
      from: { path: '^packages/', pathNot: '^packages/(devstack|testkit)/' },
      to: { path: '^(services|gateway|web|tests|load|scripts)/' },
    },
    {
      name: 'production-imports-no-test-support',
      severity: 'error',
      from: {
        path: '^(packages|services|gateway|web)/',
        pathNot: ['^packages/(devstack|testkit)/', '/testing(/|\\.ts$)', '\\.test\\.tsx?$'],
      },
      to: { path: ['^(simulators|packages/(devstack|testkit))/', '/testing(/|\\.ts$)'] },
    },
    {
      name: 'simulators-are-independent-of-the-clients',
      severity: 'error',
      from: { path: '^simulators/' },
      to: { path: '^(packages|services|gateway|web)/', pathNot: '^packages/(kit|contracts)/' },
    },
    {
      name: 'infrastructure-knows-no-domain',
      severity: 'error',
      comment:
        'Audited actions and steps of a save are built in packages/events, metrics are defined by their owners',
      from: { path: '^packages/(kafka|postgres|redis|vendor-http|public-address)/' },
      to: { path: '^packages/contracts/' },
    },
    {
      name: 'worker-pipeline-knows-no-kind-of-record',
      severity: 'error',
      comment: 'Neither do its tests: they run a kind that exists nowhere else',
      from: { path: `${worker}/pipeline/` },
      to: { path: `${worker}/objects/` },
    },
    {
      name: 'programs-run-outside-jest',
      severity: 'error',
      comment: 'A program that reaches this module ends with a SyntaxError before its first line',
      from: { path: '^(scripts|load)/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules/@jest/globals', reachable: true },
    },
    {
      name: 'product-imports-no-tool',
      severity: 'error',
      comment: '`npm start` installs `dependencies` alone (ADR 89)',
      from: {
        path: '^(packages|services|gateway|simulators|web)/',
        pathNot: ['^packages/testkit/', ...notTests],
      },
      to: { path: tools },
    },
    {
      name: 'start-reaches-no-tool',
      severity: 'error',
      comment: 'The commands that scripts/installing/what-to-install.mjs names',
      from: { path: '^scripts/(bootstrap\\.mjs|start\\.ts|dev\\.ts)$' },
      to: { path: tools, reachable: true },
    },
    ...workerFolders.flatMap(workerFolder).filter(({ to }) => !to.path.endsWith('/()/')),
    driver('only-kafka-imports-kafkajs', 'packages/kafka', 'kafkajs'),
    driver('only-postgres-imports-pg-and-knex', 'packages/postgres', 'pg|knex'),
    driver('only-redis-imports-redis', 'packages/redis', 'redis|@redis'),
    driver('only-kit-imports-pino', 'packages/kit', 'pino'),
    driver('only-kit-imports-prom-client', 'packages/kit/src/metrics', 'prom-client'),
    {
      name: 'only-definitions-define-metrics',
      severity: 'error',
      comment: 'A metric is data in a file of definitions, which the list of the product has (ADR 46)',
      from: { pathNot: ['(^|/)metric-definitions\\.ts$', '^packages/kit/src/metrics/'] },
      to: { path: '^packages/kit/src/metrics/definition\\.ts$' },
    },
    driver('only-testkit-imports-fast-check', 'packages/testkit', 'fast-check'),
    {
      ...driver('only-ui-imports-antd-and-radix', 'web/src/ui', 'antd|@radix-ui'),
      comment: 'Screens take their controls from one place (ADR 73)',
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Our own build output, not the `dist` folders of published packages.
    exclude: { path: '^(?!.*node_modules/).*/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
