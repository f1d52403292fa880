import { randomBytes } from 'node:crypto';
import { hash, verify, type Options } from '@node-rs/argon2';
import { createBoundedQueue } from './bounded-queue.ts';

/** Hashes and checks passwords with Argon2id. Every call may fail with `request.too_many`. */
export interface PasswordHasher {
  /** A PHC string, salt and parameters included. */
  hash(password: string): Promise<string>;
  /** Whether the password fits. Without a stored hash it takes the same time and is false. */
  verify(storedHash: string | null, password: string): Promise<boolean>;
  /** Whether a hash was made with lower parameters than today's. */
  isOutdated(storedHash: string): boolean;
}

/** The cost of one hash: memory in KiB and passes. */
export interface HashCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** OWASP's minimum for Argon2id: 19 MiB, two passes, one lane (Password Storage Cheat Sheet). */
const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

/** Two at a time keep two cores busy; 32 waiting ones take about a quarter of a second. */
const inFlight = { running: 2, waiting: 32 };

function costOf(storedHash: string): HashCost | null {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash);
  return found ? { memoryCost: Number(found[1]), timeCost: Number(found[2]) } : null;
}

/** The library's default algorithm is Argon2id; `cost` and `limits` are for tests and later rises. */
export async function createPasswordHasher(
  cost: HashCost = owaspCost,
  limits: { running: number; waiting: number } = inFlight,
): Promise<PasswordHasher> {
  const options: Options = { ...cost, parallelism: 1 };
  const queue = createBoundedQueue(limits);
  // Nobody knows its password; checking against it costs an unknown e-mail the same time as a known one.
  const nobodysHash = await hash(randomBytes(32), options);
  return {
    hash: (password) => queue.run(() => hash(password, options)),
    verify: async (storedHash, password) => {
      const fits = await queue.run(() => verify(storedHash ?? nobodysHash, password));
      return storedHash !== null && fits;
    },
    isOutdated: (storedHash) => {
      const used = costOf(storedHash);
      return used === null || used.memoryCost < cost.memoryCost || used.timeCost < cost.timeCost;
    },
  };
}
