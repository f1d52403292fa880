import type { Attempt } from '@ridgeline/redis';
import type { SessionRouteParts } from './session-parts.ts';

/**
 * Verifies a password within all that bounds it: the room for hashes, how often one signs in at all, how often a wrong
 * password comes from a network, and how often from all strangers together. A network from which the account was signed
 * in to before is not anonymous, so neither guesses nor crowds from everywhere lock its owner out there.
 */
export async function guardedSignIn<T>(
  { rooms, throttles, knownNetworks }: Pick<SessionRouteParts, 'rooms' | 'throttles' | 'knownNetworks'>,
  attempt: Attempt,
  verify: () => Promise<T>,
): Promise<T> {
  const { signIns, wrongPasswords, strangersPasswords } = throttles;
  const known = await knownNetworks.has(attempt);
  const tried = async (): Promise<T> => {
    const grant = await (known ? verify() : strangersPasswords.attempt(attempt, verify));
    await knownNetworks.add(attempt);
    return grant;
  };
  return rooms.signIns.enter({ ...attempt, known }, () =>
    signIns.attempt(attempt, () => wrongPasswords.attempt(attempt, tried)),
  );
}
