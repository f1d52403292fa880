import { KeyedLimiter, SharedLimiter, fieldError, type Actor } from '@ridgeline/kit';
import { probePublicUrl, publicUrlProblem } from '@ridgeline/public-address';
import { clientNetwork, createAttemptThrottle, type RedisClient } from '@ridgeline/redis';

/** Checks whether an address is public, and whether a server answers there. */
export interface AddressCheck {
  problem(url: string): ReturnType<typeof publicUrlProblem>;
  probe(url: string): Promise<{ readonly outcome: 'answered' | 'unreachable' }>;
}

const probeTimeoutMs = 4_000;

/** The check against the real internet. */
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
 * Throws what `requireEventProcessor` throws, and `request.too_many` when the user, the company or all companies together
 * have too many addresses checked.
 */
export type AddressGuard = (by: Actor, url: string) => Promise<void>;

/** Checks of one user, running or waiting: each may take six seconds, and a save waits for those before it. */
const perPerson = { running: 3, waiting: 0 };

/** Each running check queries name servers or connects to an unknown server. */
const limits = { perKey: { running: 2, waiting: 6 }, inAll: { running: 8, waiting: 24 } };

/** Per ten minutes, across all processes. A company enters an address once per connection, or less. */
const rule = {
  kind: 'address-check',
  windowSeconds: 600,
  perNetwork: 300,
  perAccount: 60,
  accountIs: 'account',
  counts: 'all',
} as const;

/** Limits the checks of addresses that users enter: anyone can enter a name that never answers. */
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
