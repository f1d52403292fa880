import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAcculynxClient } from '@ridgeline/acculynx';
import {
  defaultDealSettings,
  isTemporary,
  listDealPipelines,
  validateHubspotProperties,
} from '@ridgeline/contracts';
import {
  dealTargetOf,
  noKnownAccounts,
  readConnectionFacts,
  testCredentials,
} from '@ridgeline/contracts/internal';
import { acculynxBudgets, secretHash } from '@ridgeline/governed-vendors/budgets';
import { retry, retryEvery } from '@ridgeline/kit';
import {
  egressAddress,
  refusalOf,
  startValidationApi,
  type ValidationApi,
} from '../testing/validation-api.ts';

const good = { acculynxApiKey: 'acculynx-of-the-reader', hubspotPat: 'pat-na1-of-the-reader' };
let api: ValidationApi;
let madeUp = 0;

beforeAll(async () => {
  api = await startValidationApi({ limits: { REFUSALS_PER_ADDRESS: 8 }, isPaced: true });
  api.simulators.simulation.register({
    companyId: 'reader',
    name: 'Brazos Roofing',
    acculynxApiKey: good.acculynxApiKey,
    hubspotToken: good.hubspotPat,
    portalId: 4_711,
    timeZone: 'US/Eastern',
  });
}, 60_000);

afterAll(async () => {
  await api[Symbol.asyncDispose]();
});

function madeUpCredentials(): { acculynxApiKey: string; hubspotPat: string } {
  madeUp += 1;
  return { acculynxApiKey: `made-up-${madeUp}`, hubspotPat: `pat-na1-made-up-${madeUp}` };
}

const nothingChosen = { operationId: null, isTyped: true, ...dealTargetOf(defaultDealSettings) };
const tryKeys = (companyId: string, address: string, credentials = madeUpCredentials()) =>
  api.asConnection(address)(readConnectionFacts, {
    body: { ...credentials, ...nothingChosen, ...noKnownAccounts, companyId },
  });
/** Repeats a check where a vendor did not answer in time, as the error tells people to do; any other answer is final. */
function answered<T>(check: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + 30_000;
  const shouldRetry = (error: unknown): boolean => isTemporary(error) && performance.now() < deadline;
  return retry(retryEvery(100), check, { shouldRetry });
}
/** The error code for made-up keys. */
async function codeOf(companyId: string, address: string): Promise<string | null> {
  const { code } = await refusalOf(answered(() => tryKeys(companyId, address)));
  return code;
}
const refused = 'connection.acculynx_refused';

/** How often AccuLynx answered with a status. */
const callsTo = (status: number): number =>
  api.simulators.simulation.log.list({ vendor: 'acculynx', status, limit: 1_000 }).length;

/**
 * Reads like a run, several pages at a time and as fast as AccuLynx allows for one key; returns how many reads succeeded until
 * it is over.
 */
async function readUntil(isOver: () => boolean): Promise<number> {
  const budgets = acculynxBudgets(secretHash(good.acculynxApiKey), egressAddress);
  const reader = createAcculynxClient({
    baseUrl: api.simulators.addresses.acculynx,
    secret: good.acculynxApiKey,
    timeoutMs: 5_000,
    hooks: { beforeCall: () => api.governor.acquire(budgets, { priority: 'migration' }) },
  });
  let pages = 0;
  const readOn = async () => {
    while (!isOver()) if ((await reader.ping()).outcome === 'ok') pages += 1;
  };
  await Promise.all([readOn(), readOn(), readOn()]);
  return pages;
}

describe('Made-up keys', () => {
  test('When 200 companies try them concurrently, then a run keeps reading and no ban follows', async () => {
    const isOver = () => callsTo(401) >= 24;
    const attackers = Array.from({ length: 200 }, async (_, n) => {
      while (!isOver()) await refusalOf(tryKeys(`company-${n}`, `198.51.100.${n}`));
    });
    const [pages] = await Promise.all([readUntil(isOver), ...attackers]);
    // All share a process, so calls are compared and not seconds. While AccuLynx refused 24 keys, it read 29 to 39 times on
    // starved processors; 12 to 16 times when checks had all of the address' limit.
    expect(pages).toBeGreaterThan(20);
    expect(api.simulators.simulation.accuLynxLimits.counts.bans).toBe(0);
    // The reader, the attackers and AccuLynx share a process here: its delays may cause a 429 for the reader's own key, but
    // for no other.
    const refused = api.simulators.simulation.log.list({ vendor: 'acculynx', status: 429, limit: 1_000 });
    expect(refused.filter(({ companyId }) => companyId !== 'reader')).toEqual([]);
  }, 60_000);

  test('When a few in a row were rejected, then the company has to wait, the answer says so, and no vendor is called', async () => {
    const statuses: (string | null)[] = [];
    const before = callsTo(401);
    for (let n = 0; n < 8; n += 1) statuses.push(await codeOf('guessing', '203.0.113.1'));
    const paused = 'connection.checks_paused';
    expect(statuses).toEqual([refused, refused, refused, refused, refused, paused, paused, paused]);
    expect(callsTo(401)).toBe(before + 5);
    const body = { ...madeUpCredentials(), createProperties: true };
    const refusal = await refusalOf(api.as('guessing')(validateHubspotProperties, { body }));
    expect(refusal).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^Several keys were not accepted within a few minutes\. /),
    });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(100);
    // Stored keys are not guessed: team members can still save those.
    const stored = { ...good, ...nothingChosen, ...noKnownAccounts, companyId: 'guessing', isTyped: false };
    const accepted = await answered(() =>
      api.asConnection('203.0.113.1')(readConnectionFacts, { body: stored }),
    );
    expect(accepted).toMatchObject({ hubspot: { portalId: '4711' } });
  }, 60_000);

  test('When a good one comes after each made-up one, then no more of them get through than in a row', async () => {
    const codes: (string | null)[] = [];
    const before = callsTo(401);
    for (let round = 0; round < 7; round += 1) {
      codes.push(await codeOf('mixing', `203.0.113.${10 + round}`));
      if (round < 4)
        expect(await answered(() => tryKeys('mixing', '203.0.113.10', good))).toMatchObject({
          hubspot: { portalId: '4711' },
        });
    }
    const paused = 'connection.checks_paused';
    expect(codes).toEqual([...Array.from({ length: 5 }, () => refused), paused, paused]);
    expect(callsTo(401)).toBe(before + 5);
  }, 60_000);

  test('When one network tries them for many companies, then it has to wait, and others have not', async () => {
    for (let n = 0; n < 8; n += 1) expect(await codeOf(`of-one-network-${n}`, '203.0.113.2')).toBe(refused);
    expect(await codeOf('of-one-network-9', '203.0.113.2')).toBe('connection.checks_paused');
    expect(await codeOf('of-one-network-9', '203.0.113.3')).toBe(refused);
  }, 60_000);

  test('When a company checks too much of what is accepted, then it has to wait too', async () => {
    await using other = await startValidationApi({
      limits: { CHECKS_PER_COMPANY: 2, CHECKS_PER_ADDRESS: 3 },
      isPaced: true,
    });
    const { simulation } = other.simulators;
    simulation.register({
      companyId: 'reader',
      name: 'Brazos Roofing',
      acculynxApiKey: good.acculynxApiKey,
      hubspotToken: good.hubspotPat,
      portalId: 4_711,
      timeZone: 'US/Eastern',
    });
    const { hubspotPat } = good;
    const check = (companyId: string, address: string) =>
      other.as(companyId, address)(listDealPipelines, { body: { hubspotPat } });
    const tooMany = { status: 429, code: 'request.too_many' };
    for (let n = 0; n < 2; n += 1) await check('busy', '203.0.113.20');
    expect(await refusalOf(check('busy', '203.0.113.21'))).toMatchObject(tooMany);
    await check('calm', '203.0.113.20');
    expect(await refusalOf(check('third', '203.0.113.20'))).toMatchObject(tooMany);
  });

  test('When a company tests all its connections, then it has to wait with that, and can go on saving', async () => {
    await using other = await startValidationApi({ limits: { TESTS_PER_COMPANY: 2 } });
    const body = { ...good, ...dealTargetOf(defaultDealSettings), companyId: 'busy' };
    const tryStored = () => other.asConnection('203.0.113.30')(testCredentials, { body });
    for (let n = 0; n < 2; n += 1) await tryStored();
    expect(await refusalOf(tryStored())).toMatchObject({ status: 429, code: 'request.too_many' });
    const { hubspotPat } = good;
    const typed = other.as('busy', '203.0.113.30')(listDealPipelines, { body: { hubspotPat } });
    expect(await refusalOf(typed)).toMatchObject({ code: 'connection.hubspot_refused' });
  });
});
