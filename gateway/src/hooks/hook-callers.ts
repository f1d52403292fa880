import { clientNetwork } from '@ridgeline/redis';
import { LRUCache } from 'lru-cache';
import { createCounter } from '../rates/windows.ts';

/** Tokens that no connection has, from one network in ten seconds, after which new ones are not asked for. */
const maxUnknown = 300;
const maxTokens = 50_000;
/** A connection whose save has just subscribed may have it in a moment. */
const unknownMs = 5_000;

/** What is known of the tokens in the addresses that are called. */
export interface HookCallers {
  /** Whether the connection service is asked. One whose token it knew is never refused. */
  readonly admits: (token: string, address: string | undefined) => boolean;
  /** Notes with which status the connection service answered. */
  readonly answered: (token: string, address: string | undefined, status: number) => void;
}

/**
 * Keeps anonymous clients cheap: a token that does not exist is remembered for a moment, and a network that tries many is not
 * asked for any more until its ten seconds are over. Whether a token works is decided by the connection service alone.
 */
export function createHookCallers(now: () => number = () => performance.now()): HookCallers {
  const known = new LRUCache<string, true>({ max: maxTokens });
  const unknown = new LRUCache<string, number>({ max: maxTokens });
  const misses = createCounter(now);
  return {
    admits(token, address) {
      if (known.has(token)) return true;
      if ((unknown.get(token) ?? -Infinity) > now()) return false;
      return misses(clientNetwork(address), 0).calls < maxUnknown;
    },
    answered(token, address, status) {
      if (status === 404) {
        known.delete(token);
        unknown.set(token, now() + unknownMs);
        misses(clientNetwork(address));
      } else if (status < 300) known.set(token, true);
    },
  };
}
