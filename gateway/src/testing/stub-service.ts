import type { IncomingHttpHeaders } from 'node:http';
import {
  createMigration,
  getPasswordKey,
  getUser,
  listMigrations,
  type AnswerOf,
  type User,
} from '@ridgeline/contracts';
import { createAccount, verifySignIn } from '@ridgeline/contracts/internal';
import {
  AppError,
  bindForService,
  bindForUser,
  bindPublic,
  createLogger,
  createServiceApp,
  listen,
  type HttpServer,
  type UserIdentity,
} from '@ridgeline/kit';
import { Registry } from 'prom-client';

/** A request as the service behind the gateway saw it. */
interface Seen {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly user: UserIdentity | null;
}

/** One small service that plays all of the services behind a gateway. */
export interface StubService extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly seen: Seen[];
  /** Awaited by `GET /api/user` before it answers. */
  hold: Promise<unknown>;
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

/** The company of a stub user: the part of the e-mail after the @. */
function companyOf(email: string): string {
  return email.split('@')[1] ?? '';
}

function userOf(email: string, id = 1): User {
  const nobody = { firstName: null, lastName: null, accessRevoked: false, accessRevokedReason: null };
  return { id, email, username: email, companyId: companyOf(email), administrator: false, ...nobody };
}

/** Answers as the contract says; the password is right when its ciphertext is `right`. Port 0 takes a free one. */
export async function startStubService(identityKey: string, port = 0): Promise<StubService> {
  const seen: Seen[] = [];
  const stub: { hold: Promise<unknown> } = { hold: Promise.resolve() };
  const app = createServiceApp({
    logger,
    metrics: new Registry(),
    identityKey,
    routes: (router) => {
      bindForService(router, verifySignIn, ({ body, service }) => {
        if (service !== 'gateway') throw new AppError('session.forbidden');
        if (body.password.ciphertext === 'stale') throw new AppError('auth.password_key_stale');
        if (body.password.ciphertext !== 'right') throw new AppError('auth.wrong_credentials');
        return { user: userOf(body.email), sessionEpoch: 1 };
      });
      bindForService(router, createAccount, ({ body }) => ({ user: userOf(body.email, 2), sessionEpoch: 1 }));
      bindPublic(router, getPasswordKey, ({ req }) => {
        seen.push({ path: req.originalUrl, headers: req.headers, user: null });
        return passwordKey;
      });
      bindForUser(router, getUser, async ({ req, user }) => {
        seen.push({ path: req.originalUrl, headers: req.headers, user });
        await stub.hold;
        return userOf(`someone@${user.companyId}`, user.userId);
      });
      bindForUser(router, listMigrations, ({ req, user }) => {
        seen.push({ path: req.originalUrl, headers: req.headers, user });
        return [];
      });
      bindForUser(router, createMigration, ({ req, user }) => {
        seen.push({ path: req.originalUrl, headers: req.headers, user });
        throw new AppError('connection.not_found');
      });
    },
  });
  const server: HttpServer = await listen(app, { host: '127.0.0.1', port });
  return Object.assign(stub, {
    url: server.url,
    port: server.port,
    seen,
    [Symbol.asyncDispose]: () => {
      server.server.closeAllConnections();
      return server[Symbol.asyncDispose]();
    },
  });
}
