import { KeyedLimiter } from '@ridgeline/kit';
import type { Attempt } from '@ridgeline/redis';
import { FairTurns } from './fair-turns.ts';

/** Enough to keep the auth service busy, which computes two hashes concurrently; a few more wait. */
const hashesAtOnce = { running: 6, waiting: 26 };

/** Whose call it is, and whether the account's owner signed in from that network before. */
interface HashAttempt extends Attempt {
  readonly known: boolean;
}

/** Limits one kind of password-hashing calls in this process. Each method throws `request.too_many`. */
interface HashingLimiter {
  /**
   * Called before a request is even read, so that a flood costs signed-in users next to nothing: there must be room in
   * total, and in the network's share.
   */
  requireRoom(network: string): void;
  /** Runs the work when its turn has come, within the shares of the network and the account. */
  enter<T>(attempt: HashAttempt, work: () => Promise<T>): Promise<T>;
}

/** The shares of one network and of one account. */
export interface HashShares {
  readonly perNetwork: number;
  readonly perAccount: number;
}

function createHashingLimiter({ perNetwork, perAccount }: HashShares): HashingLimiter {
  const all = new FairTurns(hashesAtOnce);
  const networks = new KeyedLimiter({ running: perNetwork, waiting: 0 });
  const accounts = new KeyedLimiter({ running: perAccount, waiting: 0 });
  return {
    requireRoom: (network) => {
      all.requireRoom(network);
      networks.requireRoom(network);
    },
    enter: ({ network, account, known }, work) => {
      const inTurn = () => all.take({ network, known }, work);
      // Networks from which the owner signed in before have their own share, which no one elsewhere can use up.
      const owner = `${known ? 'known' : 'unknown'} ${account?.toLowerCase() ?? ''}`;
      const inShare = () => (account === undefined ? inTurn() : accounts.take(owner, inTurn));
      return networks.take(network, inShare);
    },
  };
}

/** The kinds of password-hashing calls, each with its own limiter. */
export type HashingLimiters = Readonly<
  Record<'signIns' | 'registrations' | 'resets' | 'passwordChanges', HashingLimiter>
>;

export function createHashingLimiters(shares: HashShares): HashingLimiters {
  return {
    signIns: createHashingLimiter(shares),
    registrations: createHashingLimiter(shares),
    resets: createHashingLimiter(shares),
    passwordChanges: createHashingLimiter(shares),
  };
}
