/** What the set-up of the integration tests tells the test files, through the environment of Jest's workers. */
export interface TestServers {
  readonly postgresAdminUrl: string;
  readonly redisUrl: string;
  readonly kafkaBrokers: readonly string[];
}

const VARIABLE = 'RIDGELINE_TEST_SERVERS';

/** The database that every test file's own is a copy of: all services' schemas, migrated, and an empty one. */
export const TEMPLATE_DATABASE = 'ridgeline_template';
/** A schema without tables, for the tests of packages. */
export const SCRATCH_SCHEMA = 'scratch';
/** The passwords of all roles of the test servers, which listen on loopback and live as long as the tests. */
export const TEST_PASSWORD = 'test';

export function announceTestServers(servers: TestServers): void {
  process.env[VARIABLE] = JSON.stringify(servers);
}

/** The servers that the set-up started. Throws outside the integration project. */
export function testServers(): TestServers {
  const servers = process.env[VARIABLE];
  if (servers === undefined) {
    throw new Error(
      'No servers run for this test: name it .integration.test.ts and run the integration project',
    );
  }
  return JSON.parse(servers) as TestServers;
}
