import { KeyedLimiter } from '@ridgeline/kit';
import type { Attempt } from '@ridgeline/redis';
import { FairTurns } from './fair-turns.ts';

/** Enough to keep two hashes busy, which is what the auth service computes concurrently; a few more wait. */
const hashesAtOnce = { running: 6, waiting: 26 };

/** Whose call it is, and whether the account's owner signed in from that network before. */
interface HashAttempt extends Attempt {
  readonly known: boolean;
}

/** Room for calls of one kind that hash a password, in this process. Each method throws `request.too_many`. */
interface HashingLimiter {
  /**
   * Asked before a request is even read, so that a flood costs those who are signed in next to nothing: there must be
   * room left for anybody at all, and in the network's share of it.
   */
  requireRoom(network: string): void;
  /** Does the work when its turn has come, within the share of the network and that of the account. */
  enter<T>(attempt: HashAttempt, work: () => Promise<T>): Promise<T>;
}

/** How much of the room one network and one account can take. */
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
      // Where the owner signed in before, they have a share that no one elsewhere can use up.
      const owner = `${known ? 'known' : 'unknown'} ${account?.toLowerCase() ?? ''}`;
      const inShare = () => (account === undefined ? inTurn() : accounts.take(owner, inTurn));
      return networks.take(network, inShare);
    },
  };
}

/** The kinds of calls that hash a password, each with a room of its own. */
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
