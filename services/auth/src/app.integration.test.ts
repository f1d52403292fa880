import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createApiClient,
  getPasswordKey,
  getUser,
  type ApiClient,
  type ProtectedPassword,
} from '@ridgeline/contracts';
import { createAccount, verifySignIn } from '@ridgeline/contracts/internal';
import {
  createLogger,
  createServiceClient,
  listen,
  signUserIdentity,
  type HttpServer,
  type UserIdentity,
} from '@ridgeline/kit';
import { testDatabase, type TestDatabase } from '@ridgeline/testkit';
import { exportJWK, FlattenedEncrypt, generateKeyPair, importJWK } from 'jose';
import { Registry } from 'prom-client';
import { createAuthApp } from './app.ts';
import { privatePasswordKeySchema } from './passwords/password-key.ts';

const identityKey = 'i'.repeat(32);
let database: TestDatabase;
let server: HttpServer;
let gateway: ApiClient;

async function seal(value: string): Promise<ProtectedPassword> {
  const jwk = await gateway(getPasswordKey);
  const jwe = await new FlattenedEncrypt(
    new TextEncoder().encode(JSON.stringify({ value, issuedAt: Date.now() })),
  )
    .setProtectedHeader({ alg: jwk.alg, enc: 'A256GCM', kid: jwk.kid })
    .encrypt(await importJWK(jwk, jwk.alg));
  return {
    protected: jwe.protected ?? '',
    encrypted_key: jwe.encrypted_key ?? '',
    iv: jwe.iv ?? '',
    ciphertext: jwe.ciphertext,
    tag: jwe.tag ?? '',
  };
}

async function register(email: string, more: object = {}) {
  const body = { email, password: await seal('roofs-and-gutters'), firstName: ' Ann ', ...more };
  return gateway(createAccount, { body });
}

function clientOf(user: UserIdentity): ApiClient {
  return createApiClient({
    baseUrl: server.url,
    headers: async () => ({ authorization: `Bearer ${await signUserIdentity(identityKey, user)}` }),
  });
}

beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  database = await testDatabase('auth');
  const app = await createAuthApp({
    db: database.db,
    passwordKey: privatePasswordKeySchema.parse({ ...(await exportJWK(privateKey)), kid: 'test' }),
    administrators: new Set(['co_admin1', 'co_admin2']),
    identityKey,
    logger: createLogger({ service: 'auth', level: 'silent' }),
    metrics: new Registry(),
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  gateway = createServiceClient({ baseUrl: server.url, service: 'gateway', identityKey });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

describe('Accounts in the database', () => {
  test('Who registers can sign in and is found by his own token', async () => {
    const ann = await register('Ann@Example.com');
    expect(ann).toMatchObject({ email: 'Ann@Example.com', firstName: 'Ann', administrator: false });
    const body = { email: 'ann@example.com', password: await seal('roofs-and-gutters') };
    expect(await gateway(verifySignIn, { body })).toEqual(ann);
    const call = clientOf({ userId: ann.id, companyId: ann.companyId, administrator: false });
    expect(await call(getUser)).toEqual(ann);
  });

  test('What only the server decides is ignored in a registration', async () => {
    const claims = { id: 1, userId: 1, companyId: 'co_admin1', administrator: true, accessRevoked: true };
    const user = await register('mallory@example.com', claims);
    expect(user).toMatchObject({ administrator: false, accessRevoked: false });
    expect(user.companyId).not.toBe('co_admin1');
  });

  test('When an e-mail is taken in another case, then nothing is stored, not even a company', async () => {
    const { companyId } = await register('bob@example.com');
    await expect(register('BOB@example.com')).rejects.toMatchObject({
      status: 409,
      code: 'auth.email_taken',
    });
    const companies = await database.db.forSystem((tx) =>
      tx.query<{ id: string }>(
        `select company_id as id from companies c
         where not exists (select 1 from users u where u.company_id = c.company_id)`,
      ),
    );
    expect(companies).toEqual([]);
    expect(companyId).toMatch(/^co_/);
  });

  test('When two register the same e-mail at once, then one succeeds', async () => {
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => register('race@example.com')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('Passwords are stored as Argon2id and never as they are', async () => {
    await register('hash@example.com');
    const rows = await database.db.forSystem((tx) => tx.query('select * from users'));
    expect(JSON.stringify(rows)).not.toContain('roofs-and-gutters');
    for (const row of rows) expect(row['password_hash']).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('Who may ask', () => {
  test('Sign-in and registration are for the gateway alone', async () => {
    const body = { email: 'x@example.com', password: await seal('roofs-and-gutters') };
    const worker = createServiceClient({ baseUrl: server.url, service: 'migration-worker', identityKey });
    await expect(worker(verifySignIn, { body })).rejects.toMatchObject({ status: 403 });
    await expect(worker(createAccount, { body })).rejects.toMatchObject({ status: 403 });
    const person = clientOf({ userId: 1, companyId: 'co_x', administrator: true });
    await expect(person(createAccount, { body })).rejects.toMatchObject({ status: 401 });
    const nobody = createApiClient({ baseUrl: server.url });
    await expect(nobody(verifySignIn, { body })).rejects.toMatchObject({ status: 401 });
    await expect(nobody(getUser)).rejects.toMatchObject({ status: 401 });
  });

  test("A token with another company's name finds nobody, though the id exists", async () => {
    const ann = await register('tenant@example.com');
    const foreign = clientOf({ userId: ann.id, companyId: 'co_other', administrator: false });
    await expect(foreign(getUser)).rejects.toMatchObject({ status: 401, code: 'session.missing' });
  });

  test('Even a query without a condition sees its own company only', async () => {
    const ann = await register('rls@example.com');
    const rows = await database.db.forCompany(ann.companyId, (tx) => tx.query('select id from users'));
    expect(rows).toEqual([{ id: ann.id }]);
  });

  test('Unknown e-mail and wrong password answer alike to the letter', async () => {
    await register('known@example.com');
    const answer = async (email: string): Promise<unknown> =>
      gateway(verifySignIn, { body: { email, password: await seal('not the password') } }).catch(
        (error: unknown) => ({ ...(error as object), requestId: null, body: null }),
      );
    expect(await answer('known@example.com')).toEqual(await answer('unknown@example.com'));
  });

  test('A password in plain text is refused with a clear text', async () => {
    const body = { email: 'x@example.com', password: 'plain' as never };
    await expect(gateway(verifySignIn, { body })).rejects.toMatchObject({
      code: 'auth.password_unprotected',
      fields: { password: 'The password must be sent in protected form, not as plain text' },
    });
  });
});
