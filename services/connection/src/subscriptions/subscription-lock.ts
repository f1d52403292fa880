import type { Locks } from '@ridgeline/redis';
import type { OrphanParts } from './orphan-removal.ts';

/** What subscriptions that are held are worked on with. */
export interface HeldParts extends OrphanParts {
  readonly locks: Locks;
}

const never = new AbortController().signal;

/**
 * Locks the subscription of a connection while working on it: AccuLynx and the stored connection are two places, which
 * two saves, or a save and a check, would leave inconsistent. Throws a retriable `server.unavailable` when others take too long.
 */
export const withSubscription = <T>(
  { locks }: Pick<HeldParts, 'locks'>,
  connectionId: number,
  work: () => Promise<T>,
): Promise<T> => locks.exclusively(`subscription:${connectionId}`, work, never);
