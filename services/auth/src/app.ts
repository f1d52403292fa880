import { accessRecords, type AccessRecord } from '@ridgeline/contracts/internal';
import { topics } from '@ridgeline/events';
import { kafkaReach, openKafka, sideBySide, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import { listen, listenAt, type IdentityKeySource, type Logger } from '@ridgeline/kit';
import { createServiceApp, runService } from '@ridgeline/kit/service';
import { openDatabase, requireSchema, type Database } from '@ridgeline/postgres';
import { createVersionedRecords, openRedis, type VersionedRecords } from '@ridgeline/redis';
import type { Express } from 'express';
import type { Registry } from '@ridgeline/kit/metrics';
import { createAccess } from './accounts/access.ts';
import { bindAccessRoutes, bindCompanyRoutes, bindRevocationRoutes } from './access-routes.ts';
import { createAdministrationService } from './administration/administration-service.ts';
import { bindUserRoutes } from './administration/user-routes.ts';
import { consumeConnectionAlerts } from './alerts/alert-consumer.ts';
import { administratorReads, auditDeniedAccess } from './audit/audited-requests.ts';
import { startAuditRetention, startRefusalNotes } from './audit/audit-jobs.ts';
import { consumeAuditEvents } from './audit/audit-consumer.ts';
import { bindActivityRoutes } from './audit/activity-routes.ts';
import { authConfig, poolSizes } from './config.ts';
import { countMails, startMailRunner } from './mail-delivery/mail-runner.ts';
import { createMailSender } from './mail-delivery/mail-sender.ts';
import { createMailWriter } from './mail-delivery/mail-writer.ts';
import { createPasswordChangeService } from './password-changes/password-change-service.ts';
import { createPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts';
import { createPasswordKey, type PrivatePasswordKeys } from './passwords/password-key.ts';
import { createUsedPasswords, type UsedPasswords } from './passwords/used-passwords.redis.ts';
import { createResetService } from './password-changes/reset-service.ts';
import { createProfileService } from './profile/profile-service.ts';
import { createRegistrationService } from './registration/registration-service.ts';
import {
  bindPasswordRoutes,
  bindProfileRoutes,
  bindRegistrationRoutes,
  bindResetRoutes,
  bindSignInRoutes,
  bindVerificationRoutes,
} from './account-routes.ts';
import { createSignInService } from './sign-in/sign-in-service.ts';
import { createJoiningService } from './team/joining-service.ts';
import { createMemberRemoval } from './team/removal-service.ts';
import { bindTeamRoutes } from './team/team-routes.ts';
import { createTeamService } from './team/team-service.ts';
import { createVerificationService } from './verification/verification-service.ts';

const migrations = new URL('../migrations/', import.meta.url);

const name = 'auth';

/** Dependencies of the HTTP side of the service. */
export interface AuthParts {
  readonly db: Database;
  /** Read-only calls have connections of their own, so that nothing else waits for them. */
  readonly reading: Database;
  readonly records: VersionedRecords<AccessRecord>;
  readonly hasher: PasswordHasher;
  readonly passwordKeys: PrivatePasswordKeys;
  readonly usedPasswords: UsedPasswords;
  readonly administrators: ReadonlySet<string>;
  readonly identityKey: IdentityKeySource;
  readonly logger: Logger;
  readonly metrics: Registry;
}

/** Puts the HTTP side together around an open database. */
export async function createAuthApp(parts: AuthParts): Promise<Express> {
  const { db, reading, records, hasher, administrators, identityKey, logger, metrics } = parts;
  const passwordKey = await createPasswordKey(parts.passwordKeys, parts.usedPasswords);
  const access = createAccess({ db, records, administrators });
  // The audit entry of a read uses the same pool as the read: it neither waits for the main connections nor takes any.
  const reads = administratorReads(reading);
  const people = { db, reading, access, passwordKey, hasher, administrators, metrics, logger };
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'auth',
    routes: (router) => {
      bindPasswordRoutes(router, { passwordKey, changes: createPasswordChangeService(people) });
      bindResetRoutes(router, createResetService(people));
      bindTeamRoutes(router, {
        team: createTeamService({ db, reading }),
        joining: createJoiningService(people),
        remove: createMemberRemoval(people),
      });
      bindVerificationRoutes(router, createVerificationService(people));
      bindUserRoutes(router, { administration: createAdministrationService(people), reads });
      bindRevocationRoutes(router, { db });
      bindAccessRoutes(router, people);
      bindCompanyRoutes(router, { reading });
      bindActivityRoutes(router, { reading, reads });
      bindProfileRoutes(router, createProfileService(people));
      bindSignInRoutes(router, createSignInService(people));
      bindRegistrationRoutes(router, createRegistrationService(people));
      router.use(auditDeniedAccess(db));
    },
  });
}

/** Runs the auth service until it is stopped. */
export function run(): Promise<void> {
  return runService({
    name,
    config: authConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      await requireSchema({ url: config.DATABASE_URL, schema: 'auth', migrations, logger });
      const db = resources.use(
        openDatabase({
          url: config.DATABASE_URL,
          applicationName: name,
          max: poolSizes.all,
          logger,
          metrics,
        }),
      );
      const reading = resources.use(
        openDatabase({
          url: config.DATABASE_URL,
          applicationName: `${name}-reading`,
          max: poolSizes.reading,
          logger,
          metrics,
        }),
      );
      const redis = resources.use(await openRedis({ url: config.REDIS_URL, name, logger, metrics }));
      const kafka = resources.use(openKafka({ ...kafkaReach(config), clientId: name, logger, metrics }));
      await kafka.ensureTopics([topics.identityUser, topics.auditEntry, topics.connectionAlert]);
      resources.use(startOutboxRelay({ db, producer: await kafka.producer(), logger, metrics }));

      resources.use(startInboxPruning({ db, metrics, logger }));
      resources.use(startAuditRetention({ db, keepDays: config.AUDIT_RETENTION_DAYS, logger, metrics }));
      resources.use(startRefusalNotes({ db, logger, metrics }));
      resources.use(await sideBySide(consumeAuditEvents(kafka, db), consumeConnectionAlerts(kafka, db)));

      const sender = resources.use(createMailSender({ url: config.SMTP_URL, from: config.MAIL_FROM }));
      const write = createMailWriter({ db, publicUrl: config.PUBLIC_URL });
      resources.use(await startMailRunner({ db, write, sender, count: countMails(metrics), logger }));

      const app = await createAuthApp({
        db,
        reading,
        records: createVersionedRecords(redis.client, accessRecords),
        hasher: resources.use(await createPasswordHasher()),
        passwordKeys: config.PASSWORD_KEY,
        usedPasswords: createUsedPasswords(redis.client),
        administrators: config.ADMIN_COMPANY_IDS,
        identityKey: config.IDENTITY_KEY,
        logger,
        metrics,
      });
      resources.use(await listen(app, listenAt(config)));
      return {
        ready: {
          needed: { postgres: () => db.ping(), redis: () => redis.ping() },
          useful: { kafka: () => kafka.ping() },
        },
      };
    },
  });
}
