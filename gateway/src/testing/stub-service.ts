import {
  createConnection,
  createMigration,
  getPasswordKey,
  getUser,
  listDealPipelines,
  listMigrations,
  updateProfile,
  type AnswerOf,
  type Endpoint,
} from '@ridgeline/contracts';
import { accessRecords } from '@ridgeline/contracts/internal';
import { AppError, bindForUser, bindPublic, createLogger, listen, type UserCall } from '@ridgeline/kit';
import { createServiceApp } from '@ridgeline/kit/service';
import { createVersionedRecords, openRedis } from '@ridgeline/redis';
import { aConnectionDetail } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import type { Seen } from './seen.ts';
import { bindStubAuth } from './stub-auth.ts';
import { bindStubDownloads, type StubDownloads } from './stub-downloads.ts';
import { StubPeople } from './stub-people.ts';

/** One small service that plays all of the services behind a gateway. */
export interface StubService extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly people: StubPeople;
  readonly downloads: StubDownloads;
  /** What came through the gateway. */
  readonly seen: Seen[];
  /** What the gateway itself asked. */
  readonly asked: Seen[];
  /** Awaited before `GET /api/user`, saves of connections and sign-ins of `slow...@` are answered. */
  hold: Promise<unknown>;
}

/** Where a stub runs, and with which Redis it is one product. */
export interface StubOptions {
  readonly identityKey: string;
  readonly redisUrl: string;
  /** A free one unless told otherwise. */
  readonly port?: number;
}

const logger = createLogger({ service: 'stub', level: 'silent' });

const passwordKey = {
  kty: 'EC',
  crv: 'P-256',
  x: 'x',
  y: 'y',
  kid: 'k',
  alg: 'ECDH-ES+A256KW',
  use: 'enc',
} as const satisfies AnswerOf<typeof getPasswordKey>;

/** Answers as the contract says; a password is right when its ciphertext is `right`. */
export async function startStubService({
  identityKey,
  redisUrl,
  port = 0,
}: StubOptions): Promise<StubService> {
  await using starting = new AsyncDisposableStack();
  const redis = starting.use(await openRedis({ url: redisUrl, name: 'stub', logger }));
  const people = new StubPeople(createVersionedRecords(redis.client, accessRecords));
  const downloads: StubDownloads = new Map();
  const seen: Seen[] = [];
  const asked: Seen[] = [];
  const stub: { hold: Promise<unknown> } = { hold: Promise.resolve() };
  const note = <E extends Endpoint>({ req, user }: UserCall<E>): void =>
    void seen.push({ path: req.originalUrl, headers: req.headers, user, body: req.body });
  const app = createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey,
    audience: ['auth', 'connection', 'validation', 'orchestrator'],
    routes: (router) => {
      bindStubAuth(router, { people, asked, hold: () => stub.hold });
      bindStubDownloads(router, downloads);
      bindPublic(router, getPasswordKey, ({ req }) => {
        seen.push({ path: req.originalUrl, headers: req.headers, user: null, body: null });
        return passwordKey;
      });
      bindForUser(router, getUser, async (call) => {
        note(call);
        await stub.hold;
        return people.userOf(call.user.userId);
      });
      bindForUser(router, updateProfile, (call) => {
        note(call);
        return people.userOf(call.user.userId);
      });
      bindForUser(router, listMigrations, (call) => {
        note(call);
        return [];
      });
      bindForUser(router, createConnection, async (call) => {
        note(call);
        await stub.hold;
        return aConnectionDetail({ name: call.body.name });
      });
      bindForUser(router, listDealPipelines, (call) => {
        note(call);
        return { pipelines: [] };
      });
      bindForUser(router, createMigration, (call) => {
        note(call);
        throw new AppError('connection.not_found');
      });
    },
  });
  const server = await listen(app, { host: '127.0.0.1', port });
  starting.use(server);
  starting.defer(() => server.server.closeAllConnections());
  const running = starting.move();
  return Object.assign(stub, {
    url: server.url,
    port: server.port,
    people,
    downloads,
    seen,
    asked,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  });
}
