import { KeyedLimiter } from '@ridgeline/kit';
import { createAttemptThrottle, type RedisClient, type ThrottleRule } from '@ridgeline/redis';
import { z } from 'zod';

const limit = z.coerce.number().int().positive();

/** How often credentials may be tried. */
export const checkLimitsSchema = z.object({
  CHECKS_PER_COMPANY: limit
    .default(200)
    .describe('Checks of typed credentials in 10 minutes; saving one connection takes three to five.'),
  CHECKS_PER_ADDRESS: limit.default(600).describe('The same for one address.'),
  TESTS_PER_COMPANY: limit
    .default(1_000)
    .describe(
      'Tests of stored connections in 10 minutes: enough for a company that tests all its connections while it keeps saving.',
    ),
  TESTS_PER_ADDRESS: limit.default(3_000).describe('The same for one address.'),
  REFUSALS_PER_COMPANY: limit
    .default(5)
    .describe(
      'Refused credentials in 5 minutes, of one company; one that is accepted in between changes nothing.',
    ),
  REFUSALS_PER_ADDRESS: limit
    .default(60)
    .describe('Refused credentials in 5 minutes from one address, where whole offices may be.'),
  STORED_CHECKS_PER_SECOND: limit
    .default(2)
    .describe(
      'Checks of stored credentials in a second, by all replicas behind one address together. Each costs one call to AccuLynx, of the five that checks have: the rest is for people who wait. 1,800 connections are checked in a quarter of an hour.',
    ),
});
/** The limits in force. */
export type CheckLimits = z.output<typeof checkLimitsSchema>;

/** The company for which credentials are tried, and the network of the request. */
interface Asker {
  readonly companyId: string;
  readonly network: string;
}

/** What is tried, and its origin: typed by a user, or stored and thus not guessed. */
interface Tried {
  readonly isTyped: boolean;
}

/**
 * Runs a check that a user requested, and returns its result. If the check throws because a vendor refused a credential, this
 * counts as a refusal, unless the credentials are stored. Throws `request.too_many` when there are too many checks, and
 * `connection.checks_paused` after a few refusals: both with the time to wait, and before any vendor is called.
 */
export type CheckGuard = <T>(asker: Asker & Tried, check: () => Promise<T>) => Promise<T>;

/** Runs a test of stored credentials. Throws `request.too_many` when there are too many. */
export type TestGuard = <T>(asker: Asker, test: () => Promise<T>) => Promise<T>;

/** Few at a time, so that earlier refusals are known before the next check starts. */
const perCompany = { running: 2, waiting: 30 };

function rulesOf(limits: CheckLimits) {
  return {
    checks: {
      kind: 'credential-check',
      windowSeconds: 600,
      perNetwork: limits.CHECKS_PER_ADDRESS,
      perAccount: limits.CHECKS_PER_COMPANY,
      accountIs: 'account',
      counts: 'all',
    },
    tests: {
      kind: 'connection-test',
      windowSeconds: 600,
      perNetwork: limits.TESTS_PER_ADDRESS,
      perAccount: limits.TESTS_PER_COMPANY,
      accountIs: 'account',
      counts: 'all',
    },
    /** A successful check does not reset the count: otherwise a caller with one valid key could guess others indefinitely. */
    refusals: {
      kind: 'credential-refusal',
      windowSeconds: 300,
      perNetwork: limits.REFUSALS_PER_ADDRESS,
      perAccount: limits.REFUSALS_PER_COMPANY,
      accountIs: 'account',
      counts: ['connection.acculynx_refused', 'connection.hubspot_refused'],
      keepsAfterSuccess: true,
      refusal: 'connection.checks_paused',
    },
  } as const satisfies Record<string, ThrottleRule>;
}

/**
 * Limits how often stored credentials are tested, separately from checks of typed ones: stored keys are not guessed, and a
 * user who tests all connections must not keep the rest of the team from saving.
 */
export function createTestGuard(redis: RedisClient, limits: CheckLimits): TestGuard {
  const tests = createAttemptThrottle(redis, rulesOf(limits).tests);
  const turns = new KeyedLimiter(perCompany);
  return ({ companyId, network }, test) =>
    turns.take(companyId, () => tests.attempt({ network, account: companyId }, test));
}

/** Made-up keys cost calls to the vendors, whose limits all companies share: their number is limited here. */
export function createCheckGuard(redis: RedisClient, limits: CheckLimits): CheckGuard {
  const rules = rulesOf(limits);
  const checks = createAttemptThrottle(redis, rules.checks);
  const refusals = createAttemptThrottle(redis, rules.refusals);
  const turns = new KeyedLimiter(perCompany);
  return ({ companyId, network, isTyped }, check) => {
    const attempt = { network, account: companyId };
    const guarded = isTyped ? () => refusals.attempt(attempt, check) : check;
    return turns.take(companyId, () => checks.attempt(attempt, guarded));
  };
}
