import { randomBytes } from 'node:crypto';
import {
  createApiClient,
  getPasswordKey,
  type ApiClient,
  type ProtectedPassword,
  type User,
} from '@ridgeline/contracts';
import { createAccount, type SessionGrant } from '@ridgeline/contracts/internal';
import {
  createLogger,
  createServiceClient,
  listen,
  originHeaders,
  signUserIdentity,
  type ClientOrigin,
} from '@ridgeline/kit';
import { exportJWK, FlattenedEncrypt, generateKeyPair, importJWK } from 'jose';
import { Registry } from 'prom-client';
import { createAuthApp, type AuthParts } from '../app.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { privatePasswordKeySchema } from '../passwords/password-key.ts';

/** The companies of administrators in these tests. */
export const administratorCompanies = ['co_admin1', 'co_admin2'] as const;

/** From where the gateway says that people come. */
export const origin: ClientOrigin = { address: '203.0.113.7', userAgent: 'Browser of a test' };

/** A password that every rule lets pass. */
export const goodPassword = 'roofs-and-gutters';

/** The service's API on a real port, over a real database and Redis. */
export interface AuthUnderTest extends AsyncDisposable {
  /** Calls as the gateway does, on behalf of somebody at `origin`. */
  readonly gateway: ApiClient;
  readonly logLines: readonly string[];
  asService(service: string): ApiClient;
  as(user: Pick<User, 'id' | 'companyId' | 'administrator'>): ApiClient;
  asAnybody(): ApiClient;
  /** A password in the form in which it travels. */
  seal(password: string): Promise<ProtectedPassword>;
  register(email: string, more?: object): Promise<SessionGrant>;
}

type Given = Pick<AuthParts, 'db' | 'records'> & Partial<AuthParts>;

/** Starts it on a free port; hashes are cheap unless a hasher is given. The caller owns what is given. */
export async function startAuth(given: Given): Promise<AuthUnderTest> {
  const identityKey = randomBytes(32).toString('hex');
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  const logLines: string[] = [];
  const app = await createAuthApp({
    hasher: await createPasswordHasher({ memoryCost: 1024, timeCost: 1 }),
    passwordKey: privatePasswordKeySchema.parse({ ...(await exportJWK(privateKey)), kid: 'test' }),
    administrators: new Set(administratorCompanies),
    identityKey,
    logger: createLogger({ service: 'auth', level: 'trace' }, { write: (line) => void logLines.push(line) }),
    metrics: new Registry(),
    ...given,
  });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const baseUrl = server.url;

  const asService = (service: string): ApiClient => {
    const call = createServiceClient({ baseUrl, service, identityKey });
    return (endpoint, input, options) =>
      call(endpoint, input, { ...options, headers: { ...originHeaders(origin), ...options?.headers } });
  };
  const gateway = asService('gateway');

  const seal = async (value: string): Promise<ProtectedPassword> => {
    const jwk = await gateway(getPasswordKey);
    const plaintext = new TextEncoder().encode(JSON.stringify({ value, issuedAt: Date.now() }));
    const {
      protected: header = '',
      encrypted_key = '',
      iv = '',
      ciphertext,
      tag = '',
    } = await new FlattenedEncrypt(plaintext)
      .setProtectedHeader({ alg: jwk.alg, enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, jwk.alg));
    return { protected: header, encrypted_key, iv, ciphertext, tag };
  };

  return {
    gateway,
    logLines,
    asService,
    as: ({ id: userId, companyId, administrator }) =>
      createApiClient({
        baseUrl,
        headers: async () => {
          const token = await signUserIdentity(identityKey, { userId, companyId, administrator });
          return { ...originHeaders(origin), authorization: `Bearer ${token}` };
        },
      }),
    asAnybody: () => createApiClient({ baseUrl }),
    seal,
    register: async (email, more = {}) =>
      gateway(createAccount, { body: { email, password: await seal(goodPassword), ...more } }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}
