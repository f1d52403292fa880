import { clientNetwork } from '@ridgeline/redis';
import { LRUCache } from 'lru-cache';
import { createCounter } from '../rates/windows.ts';

/** Unknown tokens from one network in 10 seconds; after these, the connection service is not asked about new ones. */
const maxUnknown = 300;
const maxTokens = 50_000;
/** Short, because a connection that is just being saved may store its token a moment later. */
const unknownMs = 5_000;

/** Remembers which tokens in called addresses exist. */
export interface HookCallers {
  /** Whether to ask the connection service. A token that it has recognized is never refused. */
  readonly admits: (token: string, address: string | undefined) => boolean;
  /** Notes with which status the connection service answered. */
  readonly answered: (token: string, address: string | undefined, status: number) => void;
}

/**
 * Keeps anonymous clients cheap: a token that does not exist is remembered briefly, and the new tokens of a network that
 * tries many are not looked up until its 10 seconds are over. Only the connection service decides whether a token works.
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
