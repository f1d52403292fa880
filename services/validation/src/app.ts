import { auditEvent, type AuditEvent, type PublishStep, saveStepPublisher, topics } from '@ridgeline/events';
import {
  addToOutbox,
  kafkaReach,
  openKafka,
  sideBySide,
  startInboxPruning,
  startOutboxRelay,
} from '@ridgeline/kafka';
import { checkVendors, type GovernedVendors, vendorGovernor } from '@ridgeline/governed-vendors';
import { createServiceClient, listen, listenAt } from '@ridgeline/kit';
import { createServiceApp, runService, type ServiceAppOptions } from '@ridgeline/kit/service';
import { openDatabase, requireSchema } from '@ridgeline/postgres';
import { createLocks, openRedis, type Locks, type RedisClient } from '@ridgeline/redis';
import { poolSizes, validationConfig } from './config.ts';
import { bindConnectionFactsRoutes } from './connection-facts/connection-facts-routes.ts';
import { connectionFactsReader } from './connection-facts/connection-facts-service.ts';
import { bindCredentialTestRoutes } from './credential-tests/credential-test-routes.ts';
import { credentialTest } from './credential-tests/credential-test-service.ts';
import { createCheckGuard, createTestGuard, type CheckLimits } from './credentials/check-guard.ts';
import { checkMetrics } from './credentials/credential-check-metrics.ts';
import { credentialChecker, type CredentialChecker } from './credentials/credential-check-service.ts';
import { bindPortalChoiceRoutes } from './portal-choices/portal-choice-routes.ts';
import { bindPropertyRoutes } from './properties/property-routes.ts';
import { propertyService } from './properties/property-service.ts';
import { consumeRefusals } from './refusals/refusal-consumer.ts';
import { refusalService } from './refusals/refusal-service.ts';
import { storedAccounts, type StoredAccounts } from './secrets/stored-accounts.ts';
import { storedSecrets, type StoredSecrets } from './secrets/stored-secrets.ts';
import { storedCheckBudget } from './stored-checks/check-schedule.ts';
import { consumeConnections } from './stored-checks/connection-consumer.ts';
import { startStoredChecks } from './stored-checks/stored-check-runner.ts';
import { storedCheck } from './stored-checks/stored-credentials.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** How long a save waits for a migration that is changing the same list of options. */
const lockWaitMs = 10_000;

/** Dependencies of the HTTP side. */
export interface ValidationParts extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'> {
  readonly vendors: GovernedVendors;
  readonly check: CredentialChecker;
  readonly redis: RedisClient;
  readonly limits: CheckLimits;
  readonly stored: StoredSecrets;
  readonly accounts: StoredAccounts;
  readonly tell: PublishStep;
  /** Records in the audit trail what a user did. */
  readonly note: (deed: AuditEvent) => Promise<void>;
}

/** Puts the HTTP side together. */
export function createValidationApp(parts: ValidationParts): ReturnType<typeof createServiceApp> {
  const { vendors, check, redis, limits, stored, accounts, tell, note, logger, metrics, identityKey } = parts;
  const guard = createCheckGuard(redis, limits);
  const testGuard = createTestGuard(redis, limits);
  const locks: Locks = createLocks(redis, { waitMs: lockWaitMs });
  const properties = propertyService({ vendors, check, tell, metrics });
  const readFacts = connectionFactsReader({ vendors, check, locks, tell });
  const test = credentialTest({ vendors, check });
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'validation',
    routes: (router) => {
      bindConnectionFactsRoutes(router, { readFacts, guard });
      bindCredentialTestRoutes(router, { test, guard: testGuard });
      bindPropertyRoutes(router, { properties, stored, accounts, guard, note });
      bindPortalChoiceRoutes(router, { vendors, stored, guard });
    },
  });
}

/** The validation service: checks credentials, and whether HubSpot has the required properties. */
export function run(): Promise<void> {
  return runService({
    name: 'validation',
    config: validationConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      await requireSchema({ url: config.DATABASE_URL, schema: 'validation', migrations, logger });
      const { IDENTITY_KEY: identityKey } = config;
      const db = resources.use(
        openDatabase({
          url: config.DATABASE_URL,
          applicationName: 'validation',
          max: poolSizes.all,
          logger,
          metrics,
        }),
      );
      const redis = resources.use(
        await openRedis({ url: config.REDIS_URL, name: 'validation', logger, metrics }),
      );
      const governor = vendorGovernor({ redis, logger, metrics });
      const vendors = checkVendors({
        acculynxUrl: config.ACCULYNX_URL,
        hubspotUrl: config.HUBSPOT_URL,
        egressAddress: config.EGRESS_ADDRESS,
        governor,
        metrics,
      });
      const check = credentialChecker({ vendors, metrics: checkMetrics(metrics) });
      const connection = createServiceClient({
        baseUrl: config.CONNECTION_URL,
        service: 'validation',
        audience: 'connection',
        identityKey,
      });
      const stored = storedSecrets(connection);

      const kafka = resources.use(
        openKafka({ ...kafkaReach(config), clientId: 'validation', logger, metrics }),
      );
      await kafka.ensureTopics([
        topics.connectionRefusal,
        topics.connection,
        topics.validationResult,
        topics.saveStep,
        topics.auditEntry,
      ]);
      const producer = await kafka.producer();
      resources.use(startOutboxRelay({ db, producer, logger, metrics }));
      resources.use(startInboxPruning({ db, metrics, logger }));
      const checkStored = storedCheck(stored, check);
      const refusals = refusalService({ db, check: checkStored });
      resources.use(await sideBySide(consumeRefusals(kafka, refusals), consumeConnections(kafka, db)));
      const budget = storedCheckBudget(config.EGRESS_ADDRESS, config.STORED_CHECKS_PER_SECOND);
      resources.use(
        startStoredChecks({
          db,
          check: checkStored,
          logger,
          now: () => new Date(),
          metrics,
          pace: (signal) => governor.acquire([budget], { priority: 'people', signal }),
        }),
      );

      const app = createValidationApp({
        vendors,
        check,
        redis: redis.client,
        limits: config,
        stored,
        accounts: storedAccounts(connection),
        tell: saveStepPublisher({ producer, logger }),
        note: (deed) => db.forCompany(deed.by.companyId, (tx) => addToOutbox(tx, auditEvent(deed))),
        identityKey,
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
