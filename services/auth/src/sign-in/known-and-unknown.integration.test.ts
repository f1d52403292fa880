import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@ridgeline/contracts';
import { requestPasswordReset, verifySignIn } from '@ridgeline/contracts/internal';
import { testDatabase, testRedisUrl, type TestDatabase } from '@ridgeline/testkit/integration';
import { createPasswordHasher, type PasswordHasher } from '../passwords/password-hasher.ts';
import { startAuth, type AuthUnderTest } from '../testing/auth-under-test.ts';
import { cheapCost } from '../testing/hashing.ts';

/** Neither an answer nor its time may reveal whether an email is registered. */
let database: TestDatabase;
let auth: AuthUnderTest;
let passwordChecks = 0;
const [known, unknown] = ['known@example.com', 'unknown@example.com'];

beforeAll(async () => {
  database = await testDatabase('auth');
  const hasher = await createPasswordHasher(cheapCost);
  const counting: PasswordHasher = {
    ...hasher,
    verify: (storedHash, password) => {
      passwordChecks += 1;
      return hasher.verify(storedHash, password);
    },
  };
  auth = await startAuth({ db: database.db, redisUrl: await testRedisUrl(), hasher: counting });
  await auth.register(known);
});

afterAll(async () => {
  await auth[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

/** The whole answer except what differs for every request: its time and its id. */
async function wholeAnswer(endpoint: Endpoint, body: object) {
  const response = await auth.fetchAsGateway(endpoint, body);
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  const text = (await response.text()).replace(/"requestId":"[^"]*"/, '"requestId":""');
  return { status: response.status, headers, text };
}

const guess = async (email: string) =>
  wholeAnswer(verifySignIn, { email, password: await auth.seal('not the password') });
const forget = (email: string) => wholeAnswer(requestPasswordReset, { email });

const mailJobs = (email: string) =>
  database.db.forSystem((tx) => tx.query('select kind, attempts from mail_jobs where email = $1', [email]));

describe('Known and unknown emails', () => {
  test('A wrong password gets the identical answer for both', async () => {
    const answer = await guess(known);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('Invalid email or password');
    expect(await guess(unknown)).toEqual(answer);
  });

  // Nearly all work of a sign-in; one check takes as long without a stored hash as with one (`password-hasher.test.ts`).
  test('A wrong password is checked once for both', async () => {
    passwordChecks = 0;
    await guess(known);
    expect(passwordChecks).toBe(1);
    await guess(unknown);
    expect(passwordChecks).toBe(2);
  });

  test('A forgotten password is answered alike, and leaves the same work for later', async () => {
    expect(await forget(unknown)).toEqual(await forget(known));
    expect(await mailJobs(unknown)).toEqual(await mailJobs(known));
    expect(await mailJobs(unknown)).toEqual([{ kind: 'password-reset', attempts: 0 }]);
  });
});
