import { randomBytes } from 'node:crypto';
import {
  createApiClient,
  endpointUrl,
  getPasswordKey,
  type ApiClient,
  type Endpoint,
  type Invitation,
  type ProtectedPassword,
  type User,
} from '@ridgeline/contracts';
import {
  accessKey,
  accessRecords,
  createAccount,
  parseAccessRecord,
  sendInvitation,
  verifySignIn,
  type AccessRecord,
  type SessionGrant,
} from '@ridgeline/contracts/internal';
import {
  createLogger,
  createServiceClient,
  listen,
  originHeaders,
  signServiceIdentity,
  signUserIdentity,
  type ClientOrigin,
} from '@ridgeline/kit';
import { decodeValue, topics, type UserAccessChanged } from '@ridgeline/events';
import { createVersionedRecords, openRedis, type Redis } from '@ridgeline/redis';
import { exportJWK, FlattenedEncrypt, generateKeyPair, importJWK } from 'jose';
import type { Database } from '@ridgeline/postgres';
import { Registry } from '@ridgeline/kit/metrics';
import { createAuthApp, type AuthParts } from '../app.ts';
import { createPasswordHasher } from '../passwords/password-hasher.ts';
import { privatePasswordKeySchema } from '../passwords/password-key.ts';
import { createUsedPasswords } from '../passwords/used-passwords.redis.ts';
import { cheapCost } from './hashing.ts';

/** The companies of administrators in these tests. */
export const administratorCompanies = ['co_admin1', 'co_admin2'] as const;

/** The client origin that the gateway reports in these tests. */
export const origin: ClientOrigin = { address: '203.0.113.7', userAgent: 'Browser of a test' };

/** A password that passes every rule. */
export const goodPassword = 'roofs-and-gutters';

/** The part of a user that the gateway passes on to a service. */
type Identified = Pick<User, 'id' | 'companyId' | 'administrator'>;

/** The service's API on a real port, over a real database and Redis. */
export interface AuthUnderTest extends AsyncDisposable {
  /** Calls as the gateway does, on behalf of a user at `origin`. */
  readonly gateway: ApiClient;
  readonly logLines: readonly string[];
  asService(service: string): ApiClient;
  as(user: Identified): ApiClient;
  asAnybody(): ApiClient;
  /** The raw response, for answers that are not JSON. */
  fetchAs(user: Identified, endpoint: Endpoint, query: object): Promise<Response>;
  /** The complete response to the gateway, as sent. */
  fetchAsGateway(endpoint: Endpoint, body: object): Promise<Response>;
  /** A password in the form in which it travels. */
  seal(password: string): Promise<ProtectedPassword>;
  /** A user whose email is verified. */
  register(email: string, more?: object): Promise<SessionGrant>;
  /** A new registration: the email has not been opened yet. */
  registerUnverified(email: string, more?: object): Promise<SessionGrant>;
  signIn(email: string, password?: string): Promise<SessionGrant>;
  /** One user invites another to their company. */
  invite(by: Identified, email: string, idempotencyKey?: string): Promise<Invitation>;
  /** The access record that the gateways would read. */
  record(userId: number): Promise<AccessRecord | null>;
  /** Removes the access record, as if Redis had lost it. */
  forgetRecord(userId: number): Promise<void>;
  /** The events for the gateways, oldest first. */
  events(userId: number): Promise<UserAccessChanged[]>;
  /** The audit entries of a user's actions, oldest first, as they are stored. */
  trail(actorEmail: string): Promise<Record<string, unknown>[]>;
  /** The audit entries of others' actions on a user. */
  trailAbout(targetEmail: string): Promise<Record<string, unknown>[]>;
  /** A registered administrator. */
  administrator(email: string): Promise<User>;
}

interface Given extends Partial<AuthParts> {
  readonly db: Database;
  readonly redisUrl: string;
}

/** Starts it on a free port; hashes are cheap unless a hasher is given, which ends with it. The caller owns the database. */
export async function startAuth({ redisUrl, hasher, ...given }: Given): Promise<AuthUnderTest> {
  await using resources = new AsyncDisposableStack();
  const { db } = given;
  const quiet = createLogger({ service: 'test', level: 'silent' });
  const redis: Redis = resources.use(await openRedis({ url: redisUrl, name: 'test', logger: quiet }));
  const identityKey = randomBytes(32).toString('hex');
  const { privateKey } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  const logLines: string[] = [];
  const app = await createAuthApp({
    reading: db,
    records: createVersionedRecords(redis.client, accessRecords),
    hasher: resources.use(hasher ?? (await createPasswordHasher(cheapCost))),
    passwordKeys: [privatePasswordKeySchema.parse({ ...(await exportJWK(privateKey)), kid: 'test' })],
    usedPasswords: createUsedPasswords(redis.client),
    administrators: new Set(administratorCompanies),
    identityKey,
    logger: createLogger({ service: 'auth', level: 'trace' }, { write: (line) => void logLines.push(line) }),
    metrics: new Registry(),
    ...given,
  });
  const { url: baseUrl } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 }));

  const headersOf = async ({ id: userId, companyId, administrator }: Identified) => {
    const token = await signUserIdentity(identityKey, { userId, companyId, administrator }, 'auth');
    return { ...originHeaders(origin), authorization: `Bearer ${token}` };
  };
  const asService = (service: string): ApiClient => {
    const call = createServiceClient({ baseUrl, service, audience: 'auth', identityKey });
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

  const registerUnverified: AuthUnderTest['register'] = async (email, more = {}) =>
    gateway(createAccount, { body: { email, password: await seal(goodPassword), ...more } });

  const register: AuthUnderTest['register'] = async (email, more) => {
    const grant = await registerUnverified(email, more);
    await db.forSystem(async (tx) => {
      await tx.query('update users set email_verified_at = now() where id = $1', [grant.user.id]);
      await tx.query(`delete from mail_jobs where kind = 'email-verification' and email = $1`, [email]);
    });
    return { ...grant, user: { ...grant.user, emailVerified: true } };
  };

  const running = resources.move();
  return {
    gateway,
    logLines,
    asService,
    as: (user) => createApiClient({ baseUrl, headers: () => headersOf(user) }),
    fetchAs: async (user, { path }, query) =>
      fetch(baseUrl + endpointUrl(path, {}, query), { headers: await headersOf(user) }),
    fetchAsGateway: async ({ path, method }, body) =>
      fetch(baseUrl + path, {
        method,
        headers: {
          ...originHeaders(origin),
          'content-type': 'application/json',
          authorization: `Bearer ${await signServiceIdentity(identityKey, 'gateway', 'auth')}`,
        },
        body: JSON.stringify(body),
      }),
    asAnybody: () => createApiClient({ baseUrl }),
    seal,
    register,
    registerUnverified,
    signIn: async (email, password = goodPassword) =>
      gateway(verifySignIn, { body: { email, password: await seal(password) } }),
    invite: ({ id: userId, companyId }, email, idempotencyKey) =>
      gateway(
        sendInvitation,
        { body: { userId, companyId, email } },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      ),
    record: async (userId) => parseAccessRecord(await redis.client.get(accessKey(userId))),
    forgetRecord: async (userId) => {
      await redis.client.del(accessKey(userId));
    },
    events: async (userId) => {
      const rows = await db.forSystem((tx) =>
        tx.query<{ value: Uint8Array }>('select value from outbox where key = $1 order by id', [
          String(userId),
        ]),
      );
      return rows.map(({ value }) => decodeValue(topics.identityUser, value));
    },
    trail: (actorEmail) =>
      db.forSystem((tx) => tx.query('select * from audit where actor_email = $1 order by id', [actorEmail])),
    trailAbout: (targetEmail) =>
      db.forSystem((tx) =>
        tx.query('select * from audit where target_email = $1 order by id', [targetEmail]),
      ),
    administrator: async (email) => {
      const { user } = await register(email);
      const [companyId] = administratorCompanies;
      await db.forSystem(async (tx) => {
        await tx.query('insert into companies (company_id) values ($1) on conflict do nothing', [companyId]);
        await tx.query('update users set company_id = $2 where id = $1', [user.id, companyId]);
      });
      return { ...user, companyId, administrator: true };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
