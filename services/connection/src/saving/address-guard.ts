import { KeyedLimiter, SharedLimiter, fieldError, type Actor } from '@ridgeline/kit';
import { probePublicUrl, publicUrlProblem } from '@ridgeline/public-address';
import { clientNetwork, createAttemptThrottle, type RedisClient } from '@ridgeline/redis';

/** Says whether an address is public, and whether anybody answers there. */
export interface AddressCheck {
  problem(url: string): ReturnType<typeof publicUrlProblem>;
  probe(url: string): Promise<{ readonly outcome: 'answered' | 'unreachable' }>;
}

const probeTimeoutMs = 4_000;

/** The check on the internet. */
export const internetAddressCheck: AddressCheck = {
  problem: (url) => publicUrlProblem(url),
  probe: (url) => probePublicUrl(url, { timeoutMs: probeTimeoutMs }),
};

const field = 'customEventProcessorUrl';

/** Throws unless AccuLynx can send events to the address: https, public, and reachable. */
async function requireEventProcessor(check: AddressCheck, url: string): Promise<void> {
  const problem = await check.problem(url);
  if (problem === 'unresolvable') throw fieldError(field, 'connection.event_processor_unreachable');
  if (problem !== null) throw fieldError(field, 'connection.event_processor_invalid');
  const { outcome } = await check.probe(url);
  if (outcome === 'unreachable') throw fieldError(field, 'connection.event_processor_unreachable');
}

/**
 * Throws what `requireEventProcessor` throws, and `request.too_many` when the person, the company or all companies
 * together have too many addresses looked at.
 */
export type AddressGuard = (by: Actor, url: string) => Promise<void>;

/** Under way or waiting of one person: each may take six seconds, and a save waits for those before it. */
const perPerson = { running: 3, waiting: 0 };

/** Each that runs is a question to name servers or a connection to an unknown server. */
const limits = { perKey: { running: 2, waiting: 6 }, inAll: { running: 8, waiting: 24 } };

/** In ten minutes, by all processes together. A company types an address once for each connection, or less. */
const rule = {
  kind: 'address-check',
  windowSeconds: 600,
  perNetwork: 300,
  perAccount: 60,
  accountIs: 'account',
  counts: 'all',
} as const;

/** Bounds what is done for addresses that people type: anybody can type a name that never answers. */
export function createAddressGuard(check: AddressCheck, redis: RedisClient): AddressGuard {
  const people = new KeyedLimiter(perPerson);
  const companies = new SharedLimiter(limits);
  const checks = createAttemptThrottle(redis, rule);
  return ({ user: { userId, companyId }, origin }, url) => {
    const attempt = { network: clientNetwork(origin.address ?? undefined), account: companyId };
    const counted = () => checks.attempt(attempt, () => requireEventProcessor(check, url));
    return people.take(String(userId), () => companies.take(companyId, counted));
  };
}
