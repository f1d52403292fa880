import { topics } from '@ridgeline/events';
import { checkVendors } from '@ridgeline/governed-vendors';
import { kafkaReach, openKafka, startInboxPruning, startOutboxRelay } from '@ridgeline/kafka';
import {
  createServiceApp,
  createServiceClient,
  listen,
  runService,
  type ServiceAppOptions,
} from '@ridgeline/kit';
import { openDatabase } from '@ridgeline/postgres';
import { createGovernor, openRedis } from '@ridgeline/redis';
import { validationConfig } from './config.ts';
import { createCheckGuard, type CheckGuard } from './credentials/check-guard.ts';
import { checkMetrics } from './credentials/credential-check-metrics.ts';
import { bindCredentialCheckRoutes } from './credentials/credential-check-routes.ts';
import { credentialChecker, type CredentialChecker } from './credentials/credential-check-service.ts';
import { bindPropertyRoutes } from './properties/property-routes.ts';
import { propertyService, type PropertyService } from './properties/property-service.ts';
import { consumeRefusals } from './refusals/refusal-consumer.ts';
import { refusalService } from './refusals/refusal-service.ts';

/** What the HTTP side is put together from. */
export interface ValidationParts extends Pick<ServiceAppOptions, 'logger' | 'metrics' | 'identityKey'> {
  readonly check: CredentialChecker;
  readonly properties: PropertyService;
  readonly guard: CheckGuard;
}

/** Puts the HTTP side together. */
export function createValidationApp(parts: ValidationParts): ReturnType<typeof createServiceApp> {
  const { check, properties, guard, logger, metrics, identityKey } = parts;
  return createServiceApp({
    logger,
    metrics,
    identityKey,
    audience: 'validation',
    routes: (router) => {
      bindCredentialCheckRoutes(router, { check, guard });
      bindPropertyRoutes(router, { properties, guard });
    },
  });
}

/** The validation service: are credentials accepted, and has HubSpot the properties that are needed? */
export function run(): Promise<void> {
  return runService({
    name: 'validation',
    config: validationConfig,
    compose: async ({ config, logger, metrics, resources }) => {
      const { IDENTITY_KEY: identityKey } = config;
      const db = resources.use(
        openDatabase({ url: config.DATABASE_URL, applicationName: 'validation', logger }),
      );
      const redis = resources.use(await openRedis({ url: config.REDIS_URL, name: 'validation', logger }));
      const vendors = checkVendors({
        acculynxUrl: config.ACCULYNX_URL,
        hubspotUrl: config.HUBSPOT_URL,
        egressAddress: config.EGRESS_ADDRESS,
        governor: createGovernor({ redis, logger }),
      });
      const check = credentialChecker({ vendors, metrics: checkMetrics(metrics) });
      const properties = propertyService({ vendors, metrics });
      const guard = createCheckGuard(redis.client, config);

      const kafka = resources.use(
        openKafka({ ...kafkaReach(config), clientId: 'validation', logger, metrics }),
      );
      await kafka.ensureTopics([topics.connectionRefusal, topics.validationResult]);
      resources.use(startOutboxRelay({ db, producer: await kafka.producer(), logger, metrics }));
      resources.use(startInboxPruning({ db, logger }));
      const connection = createServiceClient({
        baseUrl: config.CONNECTION_URL,
        service: 'validation',
        audience: 'connection',
        identityKey,
      });
      resources.use(await consumeRefusals(kafka, refusalService({ db, connection, check })));

      const app = createValidationApp({ check, properties, guard, identityKey, logger, metrics });
      resources.use(await listen(app, { host: config.HOST, port: config.PORT }));
      return {
        ready: { postgres: () => db.ping(), redis: () => redis.ping(), kafka: () => kafka.ping() },
      };
    },
  });
}
