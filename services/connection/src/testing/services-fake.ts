import type { AnswerOf, ErrorCode } from '@ridgeline/contracts';
import {
  cancelOpenMigrations,
  countOpenMigrations,
  findCompany,
  knownAccountsSchema,
  readConnectionFacts,
  testCredentials,
  type ConnectionFacts,
  type KnownAccounts,
} from '@ridgeline/contracts/internal';
import {
  AppError,
  bindForService,
  clientOrigin,
  createServiceClient,
  listen,
  type AppErrorOptions,
  type Logger,
} from '@ridgeline/kit';
import { createServiceApp, type ServiceAppOptions } from '@ridgeline/kit/service';
import { Registry } from '@ridgeline/kit/metrics';

const choice = (name: string) => ({ id: name.toLowerCase(), name });

export const facts: ConnectionFacts = {
  acculynx: {
    companyId: 'al-9',
    companyName: 'Brazos Roofing',
    timezone: 'Central Standard Time',
    baseUtcOffset: '-06:00:00',
    adjustedUtcOffset: '-05:00:00',
  },
  lists: {
    states: [choice('Texas')],
    workTypes: [choice('Repair')],
    tradeTypes: [choice('Roofing')],
    contactTypes: [choice('Customer')],
    jobCategories: [choice('Residential')],
    insuranceCompanies: [choice('Acme Mutual')],
    leadSources: [choice('Referral')],
  },
  hubspot: {
    portalId: '4711',
    timezone: 'US/Eastern',
    accountType: 'STANDARD',
    utcOffset: '-05:00',
    utcOffsetMilliseconds: -18_000_000,
  },
  hubspotObjectIds: {},
};

const valid = { verdict: 'valid', reason: null } as const;
export const allValid: AnswerOf<typeof testCredentials> = {
  acculynx: valid,
  hubspot: valid,
  checks: [{ check: 'acculynx', result: 'passed', text: 'AccuLynx accepts the key' }],
};

/** Each caller that connects gets its own portal, so that any number of connections may sync. */
function portals() {
  let next = Number(facts.hubspot.portalId);
  return ({ hubSpotPortalId }: KnownAccounts): ConnectionFacts => {
    const portalId = hubSpotPortalId ?? String(next++);
    return { ...facts, hubspot: { ...facts.hubspot, portalId } };
  };
}

/** Auth, validation and the orchestrator, answering as a test wants. */
export interface ServicesFake {
  facts: ConnectionFacts;
  /** Facts with a portal of its own for each connection; used unless a test replaces `facts`. */
  portalOf: (known: KnownAccounts) => ConnectionFacts;
  tested: AnswerOf<typeof testCredentials>;
  /** How often stored credentials were tested. */
  testedTimes: number;
  /** Why validation refuses; null when it does not. */
  refusal: { readonly code: ErrorCode; readonly options?: AppErrorOptions } | null;
  /** Called while validation reads the facts. */
  whileReading: () => Promise<void>;
  /** The requests to validation. */
  readonly asked: {
    apiKey: string;
    token: string;
    companyId: string;
    operationId: string | null;
    known: KnownAccounts;
  }[];
  asker: { readonly companyId: string; readonly address: string | null } | null;
  /** The companies that exist. */
  readonly companies: Set<string>;
  openMigrations: number;
  cancelled: number;
  reset(): void;
}

export function servicesFake(): ServicesFake {
  const usual = () => ({
    facts,
    portalOf: portals(),
    tested: allValid,
    testedTimes: 0,
    refusal: null,
    whileReading: () => Promise.resolve(),
    asker: null,
    openMigrations: 0,
    cancelled: 0,
  });
  const asked: ServicesFake['asked'] = [];
  const companies = new Set(['acme', 'umbrella', 'hooli']);
  const fake: ServicesFake = {
    ...usual(),
    asked,
    companies,
    reset() {
      Object.assign(fake, usual());
      asked.length = 0;
    },
  };
  return fake;
}

/** Starts them side by side; returns their clients. */
export async function startServicesFake(
  fake: ServicesFake,
  { logger, identityKey }: { logger: Logger; identityKey: ServiceAppOptions['identityKey'] & string },
) {
  await using resources = new AsyncDisposableStack();
  const refuse = (): void => {
    if (fake.refusal) throw new AppError(fake.refusal.code, fake.refusal.options);
  };
  const start = async (
    audience: 'auth' | 'validation' | 'orchestrator',
    routes: ServiceAppOptions['routes'],
  ) => {
    const app = createServiceApp({ logger, metrics: new Registry(), identityKey, audience, routes });
    const { url } = resources.use(await listen(app, { host: '127.0.0.1', port: 0 }));
    return createServiceClient({ baseUrl: url, service: 'connection', audience, identityKey });
  };
  const validation = await start('validation', (router) => {
    bindForService(router, readConnectionFacts, async ({ body, req }) => {
      const { acculynxApiKey: apiKey, hubspotPat: token, companyId, operationId } = body;
      const known = knownAccountsSchema.parse(body);
      fake.asked.push({ apiKey, token, companyId, operationId, known });
      fake.asker = { companyId, address: clientOrigin(req.headers).address };
      await fake.whileReading();
      refuse();
      return fake.facts === facts ? fake.portalOf(known) : fake.facts;
    });
    bindForService(router, testCredentials, () => {
      fake.testedTimes += 1;
      refuse();
      return fake.tested;
    });
  });
  const auth = await start('auth', (router) => {
    bindForService(router, findCompany, ({ body }) => ({ isKnown: fake.companies.has(body.companyId) }));
  });
  const orchestrator = await start('orchestrator', (router) => {
    bindForService(router, countOpenMigrations, () => ({ open: fake.openMigrations }));
    bindForService(router, cancelOpenMigrations, () => {
      fake.cancelled += fake.openMigrations;
      fake.openMigrations = 0;
      return { cancelled: fake.cancelled };
    });
  });
  const running = resources.move();
  return { auth, validation, orchestrator, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
