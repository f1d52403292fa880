import { ApiError, createApiClient, type ApiClient } from '@ridgeline/contracts';
import { checkCredentials, type CredentialCheck } from '@ridgeline/contracts/internal';
import {
  AppError,
  bindForService,
  clientAddressHeader,
  clientOrigin,
  createLogger,
  createServiceApp,
  createServiceClient,
  listen,
  signUserIdentity,
} from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { Registry } from 'prom-client';
import { createConnectionApp, type ConnectionPools } from '../app.ts';
import { masterKeysSchema } from '../secrets/master-keys.ts';

const identityKey = 'a-key-that-only-these-tests-know-of';

export const canaries = {
  acculynxApiKey: 'acculynx-canary-key-1a2b',
  hubspotPat: 'pat-na1-hubspot-canary-3c4d',
};
export const newConnection = { name: 'Waco', ...canaries };

export const accepted: CredentialCheck = {
  acculynx: { verdict: 'valid', facts: { companyId: 'al-9', companyName: 'Brazos Roofing' } },
  hubspot: {
    verdict: 'valid',
    facts: { portalId: '4711', timezone: 'US/Eastern', accountType: 'STANDARD' },
  },
};

/** The service's API on a real port, beside a validation service that says what a test wants. */
export interface ConnectionApi extends AsyncDisposable {
  /** What validation answers from now on. */
  verdicts: CredentialCheck;
  /** For how long validation refuses to check; null when it does not. */
  pauseSeconds: number | null;
  /** How often validation was asked. */
  checks: number;
  /** For whom it was asked last. */
  asker: { companyId: string; address: string | null } | null;
  readonly logLines: readonly string[];
  as(companyId: string, userId?: number): ApiClient;
  asService(service: string): ApiClient;
  asAnybody(): ApiClient;
}

export async function connectionApi(pools: ConnectionPools): Promise<ConnectionApi> {
  await using resources = new AsyncDisposableStack();
  const logLines: string[] = [];
  const logger = createLogger(
    { service: 'connection', level: 'trace' },
    { write: (line) => void logLines.push(line) },
  );
  const start = async (app: ReturnType<typeof createServiceApp>): Promise<string> =>
    resources.use(await listen(app, { host: '127.0.0.1', port: 0 })).url;

  const validationUrl = await start(
    createServiceApp({
      logger,
      metrics: new Registry(),
      identityKey,
      audience: 'validation',
      routes: (router) =>
        bindForService(router, checkCredentials, ({ body, req }) => {
          api.checks += 1;
          api.asker = { companyId: body.companyId, address: clientOrigin(req.headers).address };
          if (api.pauseSeconds !== null)
            throw new AppError('connection.checks_paused', { retryAfterSeconds: api.pauseSeconds });
          return api.verdicts;
        }),
    }),
  );
  const baseUrl = await start(
    createConnectionApp({
      pools,
      masterKeys: masterKeysSchema.parse(`only:${Buffer.alloc(32, 7).toString('base64')}`),
      validation: createServiceClient({
        baseUrl: validationUrl,
        service: 'connection',
        audience: 'validation',
        identityKey,
      }),
      identityKey,
      logger,
      metrics: new Registry(),
    }),
  );

  const running = resources.move();
  const api: ConnectionApi = {
    verdicts: accepted,
    pauseSeconds: null,
    checks: 0,
    asker: null,
    logLines,
    as(companyId, userId = 1) {
      const user = { userId, companyId, administrator: false };
      return createApiClient({
        baseUrl,
        headers: async () => ({
          authorization: `Bearer ${await signUserIdentity(identityKey, user, 'connection')}`,
          [clientAddressHeader]: '203.0.113.1',
        }),
      });
    },
    asService: (service) => createServiceClient({ baseUrl, service, audience: 'connection', identityKey }),
    asAnybody: () => createApiClient({ baseUrl }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
  return api;
}

/** The error that a call ended with; throws when it did not end with one of the API. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error('The call was not refused', { cause: error });
  return error;
}

/** Everything that the service's tables hold, as Postgres prints it, whatever company it belongs to. */
export async function everythingStored(db: Database): Promise<string> {
  const all = ['connections', 'data_keys', 'secrets', 'idempotency_keys']
    .map((table) => `select '${table}' as name, t::text as row from ${table} t`)
    .join(' union all ');
  const rows = await db.forSystem((tx) => tx.query<{ name: string; row: string }>(all));
  return rows.map(({ name, row }) => `${name} ${row}`).join('\n');
}
