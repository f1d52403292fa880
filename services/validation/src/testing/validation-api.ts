import { ApiError, createApiClient, type ApiClient, type SaveStep } from '@ridgeline/contracts';
import { noKnownAccounts, type ConnectionSecrets, type KnownAccounts } from '@ridgeline/contracts/internal';
import { checkVendors } from '@ridgeline/governed-vendors';
import { unlimitedGovernor } from '@ridgeline/governed-vendors/testing';
import type { AuditEvent } from '@ridgeline/events';
import {
  clientAddressHeader,
  createLogger,
  createServiceClient,
  listen,
  signUserIdentity,
  type Logger,
} from '@ridgeline/kit';
import { createGovernor, openRedis, type Governor } from '@ridgeline/redis';
import { startSimulators, type Simulators } from '@ridgeline/simulators';
import { redisUrlAs, testRedisUrl } from '@ridgeline/testkit/integration';
import { Registry } from '@ridgeline/kit/metrics';
import { createValidationApp } from '../app.ts';
import { checkLimitsSchema, type CheckLimits } from '../credentials/check-guard.ts';
import { checkMetrics } from '../credentials/credential-check-metrics.ts';
import { credentialChecker } from '../credentials/credential-check-service.ts';

const identityKey = 'a-key-that-only-these-tests-know-of';

/** The address that the simulated AccuLynx sees, as the governor knows it. */
export const egressAddress = 'test';

/** The service's API on a real port, beside simulated vendors. */
export interface ValidationApi extends AsyncDisposable {
  readonly simulators: Simulators;
  readonly governor: Governor;
  readonly logger: Logger;
  readonly logLines: readonly string[];
  /** What was recorded in the audit trail. */
  readonly deeds: readonly AuditEvent[];
  /** The steps that were reported, by operation. */
  readonly told: ReadonlyMap<string, readonly SaveStep[]>;
  /** The credentials stored in the connection service, by connection; others do not exist. */
  readonly stored: Map<number, ConnectionSecrets>;
  /** The accounts stored there, by connection. */
  readonly accounts: Map<number, KnownAccounts>;
  /** A user of a company, at some address. */
  as(companyId: string, address?: string): ApiClient;
  /** The connection service, for a user at some address. */
  asConnection(address?: string): ApiClient;
}

const atOnce = { latency: { baseMs: 0, perRecordMs: 0 } };

/** How the vendors may be called. */
interface Pacing {
  /** The usual limits, unless given. */
  readonly limits?: Partial<CheckLimits>;
  /** Whether calls are rate limited and delayed, for tests of exactly that: others would only wait. */
  readonly isPaced?: boolean;
}

/** Starts it. */
export async function startValidationApi({
  limits = {},
  isPaced = false,
}: Pacing = {}): Promise<ValidationApi> {
  await using resources = new AsyncDisposableStack();
  const logLines: string[] = [];
  const simulators = await startSimulators({
    contactsPerCompany: 1,
    jobsPerCompany: 0,
    settings: isPaced ? {} : { acculynx: { ...atOnce, limits: { enabled: false } }, hubspot: atOnce },
  });
  resources.defer(() => simulators.stop());
  const logger = createLogger(
    { service: 'validation', level: 'trace' },
    { write: (line) => void logLines.push(line) },
  );
  const redis = resources.use(
    await openRedis({ url: await redisUrlAs('validation', await testRedisUrl()), name: 'test', logger }),
  );
  const governor = isPaced ? createGovernor({ redis, logger }) : unlimitedGovernor;
  const vendors = checkVendors({
    acculynxUrl: simulators.addresses.acculynx,
    hubspotUrl: simulators.addresses.hubspot,
    egressAddress,
    governor,
  });
  const metrics = new Registry();
  const check = credentialChecker({ vendors, metrics: checkMetrics(metrics) });
  const told = new Map<string, SaveStep[]>();
  const deeds: AuditEvent[] = [];
  const stored = new Map<number, ConnectionSecrets>();
  const accounts = new Map<number, KnownAccounts>();
  const app = createValidationApp({
    vendors,
    check,
    redis: redis.client,
    limits: { ...checkLimitsSchema.parse({}), ...limits },
    stored: ({ companyId, connectionId }) => {
      const secrets = stored.get(connectionId);
      return Promise.resolve(secrets?.companyId === companyId ? secrets : null);
    },
    accounts: ({ connectionId }) => Promise.resolve(accounts.get(connectionId ?? 0) ?? noKnownAccounts),
    note: (deed) => {
      deeds.push(deed);
      return Promise.resolve();
    },
    tell: ({ operationId }, step) => {
      if (operationId) told.set(operationId, [...(told.get(operationId) ?? []), step]);
    },
    logger,
    metrics,
    identityKey,
  });
  const { url: baseUrl } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 }));

  const running = resources.move();
  return {
    simulators,
    governor,
    logger,
    logLines,
    deeds,
    told,
    stored,
    accounts,
    as(companyId, address = '203.0.113.1') {
      const user = { userId: 1, companyId, administrator: false };
      return createApiClient({
        baseUrl,
        headers: async () => ({
          authorization: `Bearer ${await signUserIdentity(identityKey, user, 'validation')}`,
          [clientAddressHeader]: address,
        }),
      });
    },
    asConnection(address = '203.0.113.1') {
      const call = createServiceClient({
        baseUrl,
        service: 'connection',
        audience: 'validation',
        identityKey,
        timeoutMs: 60_000,
      });
      return (endpoint, input) => call(endpoint, input, { headers: { [clientAddressHeader]: address } });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The error that a call ended with; throws when it did not end with one of the API. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was not refused', { cause: error });
  return error;
}
