import { createServiceApp, listen, runService, type Logger } from '@ridgeline/kit';
import { openDatabase, type Database } from '@ridgeline/postgres';
import type { Express } from 'express';
import type { Registry } from 'prom-client';
import { bindAccountRoutes } from './accounts/account-routes.ts';
import { createAccountService } from './accounts/account-service.ts';
import { createAccountStore } from './accounts/account-store.postgres.ts';
import { authConfig } from './config.ts';
import { createPasswordHasher } from './passwords/password-hasher.ts';
import { createPasswordKey, type PrivatePasswordKey } from './passwords/password-key.ts';
import { bindPasswordKeyRoute } from './passwords/password-key-routes.ts';

/** What the HTTP side of the service is put together from. */
export interface AuthParts {
  readonly db: Database;
  readonly passwordKey: PrivatePasswordKey;
  readonly administrators: ReadonlySet<string>;
  readonly identityKey: string;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** Puts the service together around an open database. */
export async function createAuthApp(parts: AuthParts): Promise<Express> {
  const { db, administrators, identityKey, logger, metrics } = parts;
  const passwordKey = await createPasswordKey(parts.passwordKey);
  const accounts = createAccountService({
    store: createAccountStore(db),
    passwordKey,
    hasher: await createPasswordHasher(),
    administrators,
    logger,
  });
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    routes: (router) => {
      bindPasswordKeyRoute(router, passwordKey);
      bindAccountRoutes(router, accounts);
    },
  });
}

/** Runs the auth service until it is told to stop. */
export function run(): Promise<void> {
  return runService({
    name: 'auth',
    config: authConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      const db = resources.use(openDatabase({ url: config.DATABASE_URL, applicationName: 'auth', logger }));
      const app = await createAuthApp({
        db,
        passwordKey: config.PASSWORD_KEY,
        administrators: config.ADMIN_COMPANY_IDS,
        identityKey: config.IDENTITY_KEY,
        logger,
        metrics,
      });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => db.ping() } };
    },
  });
}
