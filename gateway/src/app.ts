import type { ApiClient } from '@ridgeline/contracts';
import { accessRecords, readAccess, type AccessRecord } from '@ridgeline/contracts/internal';
import {
  answerErrors,
  answerNotFound,
  createServiceClient,
  listen,
  listenAt,
  requestContext,
  traceRequests,
} from '@ridgeline/kit';
import { measureRequests, runService, type Composition } from '@ridgeline/kit/service';
import { kafkaReach, openKafka, sideBySide, type Kafka } from '@ridgeline/kafka';
import { createVersionedRecords, openRedis, type VersionedRecords } from '@ridgeline/redis';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { startIdentityConsumer } from './access/identity-consumer.ts';
import { createApiRouter, type ApiParts } from './api-router.ts';
import { gatewayConfig, type GatewayConfig } from './config.ts';
import { pageTrace } from './csrf/same-origin.ts';
import { createIdempotencyKeyRegistry } from './idempotency/idempotency-key-registry.ts';
import { guardDoor, rejectMalformedRequests, serverOptions } from './door/guard-door.ts';
import { createHookRouter, isHookRequest } from './hooks/hook-router.ts';
import { startConnectionConsumer, startLiveConsumer, startSyncConsumer } from './live/live-consumer.ts';
import { LiveHub } from './live/live-hub.ts';
import { createLiveMetrics, type LiveMetrics } from './live/live-streams.ts';
import { isApiRequest } from './proxy/routing-table.ts';
import { createDownloadMetrics, downloadConnections, Downloads } from './downloads/downloads.ts';
import { createIdentityTokens } from './proxy/identity-tokens.ts';
import type { Upstreams } from './proxy/proxy-routes.ts';
import { createUpstream } from './proxy/upstream.ts';
import { createSaveOperationStore, type SaveOperationStore } from './save-operations/save-operation-store.ts';
import { startSaveStepConsumer } from './save-operations/save-step-consumer.ts';
import { createCompanyShares } from './rates/company-shares.ts';
import { limitRates } from './rates/signed-in-rates.ts';
import { securityHeaders } from './security-headers.ts';
import { createHashingLimiters } from './session-routes/hashing-limiters.ts';
import { createKnownNetworks } from './session-routes/known-networks.ts';
import { countSignIns } from './session-routes/session-parts.ts';
import { createThrottles } from './session-routes/throttles.ts';
import { createSessions } from './sessions/sessions.ts';
import { createStaticFiles } from './static-files/static-files.ts';

/** AccuLynx waits 10 s for an answer; the connection service stops after 8 s. */
const hookTimeoutMs = 9_000;

type Parts = Pick<Composition<GatewayConfig>, 'config' | 'logger' | 'metrics'>;

/** The public door as an Express app: the API and hooks where the path says so, the web app everywhere else. */
function createGatewayApp({ config, logger, metrics }: Parts, api: ApiParts, hooks: ApiClient): Express {
  const secure = config.PUBLIC_URL.startsWith('https:');
  const apiRouter = createApiRouter(api);
  const hookRouter = createHookRouter(hooks);
  const pages = config.WEB_ROOT === undefined ? answerNotFound : createStaticFiles(config.WEB_ROOT);
  const app = express()
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', false)
    .set('trust proxy', config.TRUST_PROXY);
  app.use(
    traceRequests(pageTrace(config.PUBLIC_URL)),
    requestContext(logger, { trustRequestId: false }),
    measureRequests(metrics),
    securityHeaders({ secure }),
    rejectMalformedRequests,
    (req: Request, res: Response, next: NextFunction) => {
      const answer: RequestHandler = isApiRequest(req) ? apiRouter : isHookRequest(req) ? hookRouter : pages;
      return answer(req, res, next);
    },
    answerNotFound,
    answerErrors(logger),
  );
  return app;
}

/** What events are handed to. */
interface Heard {
  readonly kafka: Kafka;
  readonly hub: LiveHub;
  readonly downloads: Downloads;
  readonly live: LiveMetrics;
  readonly records: VersionedRecords<AccessRecord>;
  readonly saves: SaveOperationStore;
  readonly auth: ApiClient;
}

/** Consumes what every process must receive. */
async function subscribe(
  { resources, fail }: Composition<GatewayConfig>,
  { kafka, hub, downloads, live, records, saves, auth }: Heard,
): Promise<void> {
  const listening = sideBySide(
    startLiveConsumer({ kafka, hub, onShown: (delay) => live.delay.observe(delay), onFailure: fail }),
    startConnectionConsumer({ kafka, hub, onFailure: fail }),
    startSyncConsumer({ kafka, hub, onFailure: fail }),
    startSaveStepConsumer({ kafka, hub, store: saves, onFailure: fail }),
    startIdentityConsumer({
      kafka,
      records,
      accessOf: (userId) => auth(readAccess, { body: { userId } }),
      onChange: (access) => {
        hub.accessChanged(access);
        downloads.accessChanged(access);
      },
      onFailure: fail,
    }),
  );
  resources.use(await listening);
}

/** Opens the gateway's dependencies and listens. Dependencies close in reverse order. */
export async function composeGateway(composition: Composition<GatewayConfig>) {
  const { config, logger, metrics, resources } = composition;
  const redis = resources.use(
    await openRedis({ url: config.REDIS_URL, name: 'gateway', logger, metrics, tellsKeyChanges: true }),
  );
  const kafka = resources.use(openKafka({ ...kafkaReach(config), clientId: 'gateway', logger, metrics }));
  const sessions = createSessions({
    redis: redis.client,
    secrets: config.SESSION_SECRET,
    secure: config.PUBLIC_URL.startsWith('https:'),
  });
  redis.onKeyChange((key) => sessions.keyChanged(key));
  const live = createLiveMetrics(metrics);
  const hub = new LiveHub({
    metrics: live,
    logger,
    accessOf: (ids) => sessions.accessOf(ids),
    limits: { perCompany: config.LIVE_STREAMS_PER_COMPANY, inAll: config.LIVE_STREAMS_IN_ALL },
  });
  const downloads = resources.use(
    new Downloads({
      metrics: createDownloadMetrics(metrics),
      logger,
      accessOf: (ids) => sessions.accessOf(ids),
      stallMs: config.DOWNLOAD_STALL_SECONDS * 1_000,
    }),
  );
  const auth = createServiceClient({
    baseUrl: config.AUTH_URL,
    service: 'gateway',
    audience: 'auth',
    identityKey: config.IDENTITY_KEY,
  });
  const saves = createSaveOperationStore(redis.client);
  const records = createVersionedRecords(redis.client, accessRecords);
  await subscribe(composition, { kafka, hub, downloads, live, records, saves, auth });
  const upstream = (name: string, url: string): Upstreams => ({
    signedIn: resources.use(createUpstream(name, url)),
    visitors: resources.use(createUpstream(name, url)),
    downloads: resources.use(createUpstream(name, url, downloadConnections)),
  });
  const hooks = createServiceClient({
    baseUrl: config.CONNECTION_URL,
    service: 'gateway',
    audience: 'connection',
    identityKey: config.IDENTITY_KEY,
    timeoutMs: hookTimeoutMs,
  });
  const api = {
    publicUrl: config.PUBLIC_URL,
    supportContact: config.SUPPORT_CONTACT,
    sessions,
    auth,
    throttles: createThrottles(redis.client, config),
    hashingLimiters: createHashingLimiters({
      perNetwork: config.HASHES_AT_ONCE_PER_ADDRESS,
      perAccount: config.HASHES_AT_ONCE,
    }),
    knownNetworks: createKnownNetworks(redis.client),
    countSignIn: countSignIns(metrics),
    hub,
    downloads,
    shares: createCompanyShares(),
    rate: limitRates(config),
    upstreams: {
      auth: upstream('auth', config.AUTH_URL),
      connection: upstream('connection', config.CONNECTION_URL),
      validation: upstream('validation', config.VALIDATION_URL),
      orchestrator: upstream('orchestrator', config.ORCHESTRATOR_URL),
    },
    tokens: createIdentityTokens(config.IDENTITY_KEY),
    keys: createIdempotencyKeyRegistry(redis.client),
    saves,
    logger,
  };
  const app = createGatewayApp(composition, api, hooks);
  const server = resources.use(await listen(app, listenAt(config), serverOptions(config)));
  guardDoor(server.server, config, metrics);
  // Streams end first: the server waits for its connections, and streams would never close on their own.
  resources.use(hub);
  return {
    url: server.url,
    ready: { needed: { redis: () => redis.ping() }, useful: { kafka: () => kafka.ping() } },
  };
}

/** Runs the gateway until it is stopped. */
export function run(): Promise<void> {
  return runService({ name: 'gateway', config: gatewayConfig, compose: composeGateway });
}
