import type { Locks } from '@ridgeline/redis';
import type { StrayParts } from './stray-removal.ts';

/** What subscriptions that are held are worked on with. */
export interface HeldParts extends StrayParts {
  readonly locks: Locks;
}

const never = new AbortController().signal;

/**
 * Works on the subscription of a connection while nobody else does: AccuLynx and the stored connection are two places, which
 * two saves, or a save and a look, would leave apart. Throws a retriable `server.unavailable` when others take too long.
 */
export const withSubscription = <T>(
  { locks }: Pick<HeldParts, 'locks'>,
  connectionId: number,
  work: () => Promise<T>,
): Promise<T> => locks.exclusively(`subscription:${connectionId}`, work, never);
