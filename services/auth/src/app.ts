import { topics } from '@ridgeline/events';
import { openKafka, startOutboxRelay } from '@ridgeline/kafka';
import { createServiceApp, listen, runService, type Logger } from '@ridgeline/kit';
import { openDatabase, type Database } from '@ridgeline/postgres';
import { createAccessRecords, openRedis, type AccessRecords } from '@ridgeline/redis';
import type { Express } from 'express';
import type { Registry } from 'prom-client';
import { createAccess } from './access/access.ts';
import { bindRevocationRoutes } from './access/revocation-routes.ts';
import { bindAccountRoutes } from './accounts/account-routes.ts';
import { createProfileService } from './accounts/profile-service.ts';
import { createRegistrationService } from './accounts/registration-service.ts';
import { createSignInService } from './accounts/sign-in-service.ts';
import { createAdministrationService } from './administration/administration-service.ts';
import { bindUserRoutes } from './administration/user-routes.ts';
import { bindActivityRoutes } from './audit/activity-routes.ts';
import { authConfig } from './config.ts';
import { countMails } from './mails/mail-metrics.ts';
import { startMailRunner } from './mails/mail-runner.ts';
import { createMailSender } from './mails/mail-sender.ts';
import { createMailWriter } from './mails/mail-writer.ts';
import { createPasswordChangeService } from './passwords/password-change-service.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { createPasswordKey, type PrivatePasswordKey } from './passwords/password-key.ts';
import { bindPasswordRoutes } from './passwords/password-routes.ts';
import { bindResetRoutes } from './resets/reset-routes.ts';
import { createResetService } from './resets/reset-service.ts';
import { bindTeamRoutes } from './team/team-routes.ts';
import { createTeamService } from './team/team-service.ts';

const name = 'auth';

/** What the HTTP side of the service is put together from. */
export interface AuthParts {
  readonly db: Database;
  readonly records: AccessRecords;
  readonly hasher: PasswordHasher;
  readonly passwordKey: PrivatePasswordKey;
  readonly administrators: ReadonlySet<string>;
  readonly identityKey: string;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** Puts the HTTP side together around an open database. */
export async function createAuthApp(parts: AuthParts): Promise<Express> {
  const { db, records, hasher, administrators, identityKey, logger, metrics } = parts;
  const passwordKey = await createPasswordKey(parts.passwordKey);
  const access = createAccess({ db, records, administrators });
  const people = { db, access, passwordKey, hasher, administrators, logger };
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    routes: (router) => {
      bindPasswordRoutes(router, { passwordKey, changes: createPasswordChangeService(people) });
      bindResetRoutes(router, createResetService(people));
      bindTeamRoutes(router, createTeamService({ db }));
      bindUserRoutes(router, createAdministrationService(people));
      bindRevocationRoutes(router, { db });
      bindActivityRoutes(router, { db });
      bindAccountRoutes(router, {
        signIns: createSignInService(people),
        registrations: createRegistrationService(people),
        profiles: createProfileService(people),
      });
    },
  });
}

/** Runs the auth service until it is told to stop. */
export function run(): Promise<void> {
  return runService({
    name,
    config: authConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      const db = resources.use(openDatabase({ url: config.DATABASE_URL, applicationName: name, logger }));
      const redis = resources.use(await openRedis({ url: config.REDIS_URL, name, logger }));
      const kafka = resources.use(
        openKafka({ brokers: config.KAFKA_BROKERS, clientId: name, logger, metrics }),
      );
      await kafka.ensureTopics([topics.identityUser]);
      resources.use(startOutboxRelay({ db, producer: await kafka.producer(), logger, metrics }));

      const sender = resources.use(createMailSender({ url: config.SMTP_URL, from: config.MAIL_FROM }));
      const write = createMailWriter({ db, publicUrl: config.PUBLIC_URL });
      resources.use(await startMailRunner({ db, write, sender, count: countMails(metrics), logger }));

      const app = await createAuthApp({
        db,
        records: createAccessRecords(redis.client),
        hasher: resources.use(await createPasswordHasher()),
        passwordKey: config.PASSWORD_KEY,
        administrators: config.ADMIN_COMPANY_IDS,
        identityKey: config.IDENTITY_KEY,
        logger,
        metrics,
      });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return { ready: { postgres: () => db.ping(), redis: () => redis.ping(), kafka: () => kafka.ping() } };
    },
  });
}
