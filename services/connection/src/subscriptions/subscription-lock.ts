import type { Locks } from '@ridgeline/redis';
import type { OrphanParts } from './orphan-removal.ts';

/** Dependencies of work on a connection's subscription. */
export interface HeldParts extends OrphanParts {
  readonly locks: Locks;
}

const never = new AbortController().signal;

/**
 * Locks a connection's subscription during the work. AccuLynx and the stored connection must agree; two saves, or a save and
 * a check, would leave them inconsistent. Throws a retriable `server.unavailable` when others hold the lock too long.
 */
export const withSubscription = <T>(
  { locks }: Pick<HeldParts, 'locks'>,
  connectionId: number,
  work: () => Promise<T>,
): Promise<T> => locks.exclusively(`subscription:${connectionId}`, work, never);
