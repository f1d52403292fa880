import { saveStepPublisher, topics } from '@ridgeline/events';
import { kafkaReach, openKafka, sideBySide, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import { checkVendors, vendorGovernor } from '@ridgeline/governed-vendors';
import { hubspotAddress } from '@ridgeline/hubspot';
import { createServiceClient, listen, listenAt } from '@ridgeline/kit';
import { createServiceApp, runService, type ServiceAppOptions } from '@ridgeline/kit/service';
import { openDatabase, requireSchema, type Database } from '@ridgeline/postgres';
import { createLocks, createUseReader, openRedis, type ReadUse } from '@ridgeline/redis';
import { consumeRunRefusals } from './alerts/run-refusal-consumer.ts';
import { startAlertPublisher } from './alerts/alert-publisher.ts';
import { bindCompanyRoutes, bindInternalCompanyRoutes } from './all-companies/company-routes.ts';
import {
  bindConnectionRoutes,
  bindInternalConnectionRoutes,
  connectionMetrics,
} from './connection-routes.ts';
import { connectionTester } from './checks/test-connection.ts';
import { connectionConfig, poolSizes } from './config.ts';
import { connectionService } from './connections/connection-service.ts';
import { backfillConnectionEvents } from './connections/connection-changes.postgres.ts';
import { startPacking, startPruningDeliveries } from './intake/delivery-packs.ts';
import { bindHookRoutes, hookBodyLimits } from './intake/hook-routes.ts';
import { createIntake, type Intake } from './intake/intake.ts';
import { consumeMigrationUpdates } from './migrations/migration-update-consumer.ts';
import { consumeSyncUpdates } from './migrations/sync-update-consumer.ts';
import { quotaReader } from './quota/quota-service.ts';
import { connectionDeleter } from './removal/delete-connection.ts';
import { connectionCreator } from './saving/create-connection.ts';
import { createAddressGuard, internetAddressCheck } from './saving/address-guard.ts';
import { addressRenewer, subscriptionRenewer } from './saving/renew-subscription.ts';
import { webhookStep, type SaveParts } from './saving/save-parts.ts';
import { connectionUpdater } from './saving/update-connection.ts';
import { rotateDataKeys } from './secrets/rotation.ts';
import { startSubscriptionWatch } from './subscriptions/subscription-watch.ts';
import { hooksAddress } from './subscriptions/subscription-order.ts';
import { sealReadableTokens } from './subscriptions/token-store.postgres.ts';
import { watchCounters } from './subscriptions/watch-parts.ts';
import { consumeValidationResults } from './validation-results/validation-result-consumer.ts';

const migrations = new URL('../migrations/', import.meta.url);

/** Validation needs some seconds to read all lists of both accounts, and longer when a vendor limits it. */
const validationTimeoutMs = 60_000;

/** A save may hold the lock on a subscription while AccuLynx is slow. */
const lockWaitMs = 20_000;

/** Separate pools for the same database, so that neither use waits for the other. */
export interface ConnectionPools {
  /** For users' calls. */
  readonly people: Database;
  /** For what must not stop: workers that fetch credentials, and Kafka consumers. */
  readonly vital: Database;
}

/** Dependencies of the HTTP side. */
export interface ConnectionParts
  extends Pick<ServiceAppOptions, 'metrics' | 'identityKey'>, Omit<SaveParts, 'db'> {
  readonly pools: ConnectionPools;
  readonly intake: Intake;
  readonly readUse: ReadUse;
}

/** Puts the HTTP side together around open databases. */
export function createConnectionApp(parts: ConnectionParts): ReturnType<typeof createServiceApp> {
  const { pools, logger, metrics, identityKey, masterKeys } = parts;
  const save = { ...parts, db: pools.people };
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'connection',
    bodyLimits: hookBodyLimits,
    routes: (router) => {
      const connections = connectionService(save);
      // Bound before the routes whose paths would take these names for ids.
      bindCompanyRoutes(router, pools.people);
      bindConnectionRoutes(router, {
        connections,
        create: connectionCreator(save),
        update: connectionUpdater(save),
        remove: connectionDeleter(save),
        test: connectionTester({ ...save, connections }),
        renewAddress: addressRenewer(save),
        renewSubscription: subscriptionRenewer(save),
        quota: quotaReader({ db: save.db, connections, readUse: parts.readUse }),
        metrics: connectionMetrics(metrics),
        hooksAddress: hooksAddress(save.subscriptions.baseUrl),
      });
      bindInternalCompanyRoutes(router, pools.vital);
      bindInternalConnectionRoutes(router, connectionService({ db: pools.vital, masterKeys }));
      bindHookRoutes(router, parts.intake);
    },
  });
}

/** The connection service: connections, their secrets and subscriptions, and whether the vendors still take them. */
export function run(): Promise<void> {
  return runService({
    name: 'connection',
    config: connectionConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      await requireSchema({ url: config.DATABASE_URL, schema: 'connection', migrations, logger });
      const { IDENTITY_KEY: identityKey, MASTER_KEYS: masterKeys } = config;
      const open = (applicationName: string, max: number) =>
        resources.use(openDatabase({ url: config.DATABASE_URL, applicationName, max, logger, metrics }));
      const pools = {
        people: open('connection', poolSizes.people),
        vital: open('connection-vital', poolSizes.vital),
      };
      const forHooks = open('connection-hooks', poolSizes.hooks);
      const rotated = await rotateDataKeys(pools.vital, masterKeys);
      if (rotated > 0) logger.info({ rotated }, 'Data keys are wrapped by the current master key now');
      const sealed = await sealReadableTokens(pools.vital, masterKeys);
      if (sealed > 0) logger.info({ sealed }, 'Sealed webhook tokens that were stored readable');
      const backfilled = await backfillConnectionEvents(pools.vital);
      if (backfilled > 0)
        logger.info({ backfilled }, 'Published connections that are older than their events');
      resources.use(startInboxPruning({ db: pools.vital, metrics, logger }));
      const redis = resources.use(
        await openRedis({ url: config.REDIS_URL, name: 'connection', logger, metrics }),
      );

      const kafka = resources.use(
        openKafka({ ...kafkaReach(config), clientId: 'connection', logger, metrics }),
      );
      await kafka.ensureTopics([
        topics.validationResult,
        topics.auditEntry,
        topics.connection,
        topics.saveStep,
        topics.connectionAlert,
        topics.connectionRefusal,
        topics.migrationUpdate,
        topics.syncUpdate,
        topics.sourceRecord,
      ]);
      const producer = await kafka.producer();
      resources.use(startOutboxRelay({ db: pools.vital, producer, logger, metrics }));
      const listening = sideBySide(
        consumeValidationResults(kafka, pools.vital),
        consumeRunRefusals(kafka, pools.vital),
        consumeMigrationUpdates(kafka, pools.vital),
        consumeSyncUpdates(kafka, pools.vital),
      );
      resources.use(await listening);
      const packing = resources.use(startPacking({ db: forHooks, logger, metrics }));
      resources.use(startPruningDeliveries({ db: forHooks, logger, metrics }));

      const clientOf = (
        audience: 'auth' | 'validation' | 'orchestrator',
        baseUrl: string,
        timeoutMs?: number,
      ) =>
        createServiceClient({
          baseUrl,
          service: 'connection',
          audience,
          identityKey,
          ...(timeoutMs === undefined ? {} : { timeoutMs }),
        });
      const vendors = checkVendors({
        acculynxUrl: config.ACCULYNX_URL,
        hubspotUrl: hubspotAddress,
        egressAddress: config.EGRESS_ADDRESS,
        governor: vendorGovernor({ redis, logger, metrics }),
        metrics,
      });
      const subscriptions = {
        acculynx: (apiKey: string) => vendors.acculynx(apiKey),
        baseUrl: config.WEBHOOK_BASE_URL,
        techContact: config.WEBHOOK_CONTACT,
      };
      const locks = createLocks(redis.client, { waitMs: lockWaitMs });
      resources.use(
        startSubscriptionWatch({
          db: pools.vital,
          masterKeys,
          subscriptions,
          locks,
          logger,
          metrics,
          counters: watchCounters(metrics),
        }),
      );

      const orchestrator = clientOf('orchestrator', config.ORCHESTRATOR_URL);
      resources.use(startAlertPublisher({ db: pools.vital, orchestrator, logger, metrics }));

      const app = createConnectionApp({
        pools,
        intake: createIntake({ db: forHooks, metrics, onReceived: () => packing.wake() }),
        masterKeys,
        subscriptions,
        locks,
        readUse: createUseReader(redis.client),
        auth: clientOf('auth', config.AUTH_URL),
        validation: clientOf('validation', config.VALIDATION_URL, validationTimeoutMs),
        orchestrator,
        requireAddress: createAddressGuard(internetAddressCheck, redis.client),
        step: webhookStep(saveStepPublisher({ producer, logger })),
        identityKey,
        logger,
        metrics,
      });
      resources.use(await listen(app, listenAt(config)));
      return {
        ready: {
          needed: { postgres: () => pools.vital.ping(), redis: () => redis.ping() },
          useful: { kafka: () => kafka.ping() },
        },
      };
    },
  });
}
