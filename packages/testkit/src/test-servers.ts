import { randomUUID } from 'node:crypto';

/** What the set-up of the integration tests passes to the test files, through the environment of Jest's workers. */
export interface TestServers {
  readonly postgresAdminUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
}

const SERVERS_VARIABLE = 'RIDGELINE_TEST_SERVERS';
const FILE_VARIABLE = 'RIDGELINE_TEST_FILE';

/** The database that every test file's own is copied from: all services' schemas, migrated, and an empty one. */
export const TEMPLATE_DATABASE = 'ridgeline_template';
/** A schema without tables, for the tests of packages. */
export const SCRATCH_SCHEMA = 'scratch';
/** The passwords of all roles of the test servers, which listen on loopback and live as long as the tests. */
export const TEST_PASSWORD = 'test';

export function announceTestServers(servers: TestServers): void {
  process.env[SERVERS_VARIABLE] = JSON.stringify(servers);
}

/** The servers that the set-up started. Throws outside the integration project. */
export function testServers(): TestServers {
  const servers = process.env[SERVERS_VARIABLE];
  if (servers === undefined) {
    throw new Error(
      'No servers run for this test: name it .integration.test.ts and run the integration project',
    );
  }
  return JSON.parse(servers) as TestServers;
}

/** `host:port` of the Kafka brokers that all test files share: use topics and groups of your own. */
export function testBrokers(): string[] {
  return [...testServers().kafkaBrokers];
}

/** A prefix that no other test uses, for the names of topics and consumer groups. */
export function uniqueTopicPrefix(): string {
  return `test-${randomUUID().slice(0, 13)}.`;
}

/** Announces to the modules of this process which test file runs from now on. */
export function announceTestFile(path: string): void {
  process.env[FILE_VARIABLE] = path;
}

/** The test file that runs: what a module has stored for another file is outdated. Undefined outside of tests. */
export function testFile(): string | undefined {
  return process.env[FILE_VARIABLE];
}
