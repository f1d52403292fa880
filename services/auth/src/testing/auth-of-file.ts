import { afterAll } from '@jest/globals';
import { redisUrlAs, testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { startAuth, type AuthUnderTest } from './auth-under-test.ts';

/** The service over a database of its own for all tests of a file; both end with the last of them. */
export async function authOfFile(): Promise<{
  readonly database: TestDatabase;
  readonly auth: AuthUnderTest;
}> {
  const resources = new AsyncDisposableStack();
  afterAll(() => resources.disposeAsync());
  const database = resources.use(await testDatabase('auth'));
  const auth = resources.use(
    await startAuth({ db: database.db, redisUrl: await redisUrlAs('auth', await testRedisUrl()) }),
  );
  return { database, auth };
}
