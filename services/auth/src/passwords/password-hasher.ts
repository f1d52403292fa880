import { randomBytes } from 'node:crypto';
import type { Options } from '@node-rs/argon2';
import { AppError } from '@ridgeline/kit';
import { Piscina } from 'piscina';
import type { HashTask } from './hash-worker.ts';

/** Hashes and checks passwords with Argon2id. Every call may fail with `request.too_many`. Disposing it ends its threads. */
export interface PasswordHasher extends AsyncDisposable {
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
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * The threads that hash, how many passwords may wait for one, and how far the threads yield to other work on the processor
 * (`niceIncrement` of Linux: 0 not at all, 19 as far as possible).
 */
interface HashThreads {
  readonly running: number;
  readonly waiting: number;
  readonly niceIncrement: number;
}

/**
 * Two at a time keep two cores busy; 32 waiting ones take about a quarter of a second. They yield, so that signed-in users
 * do not wait during a flood of sign-ins. That applies within the service's own pod; the shares of pods are not affected.
 */
const ofService: HashThreads = { running: 2, waiting: 32, niceIncrement: 19 };

/** A command hashes one password, and its user waits for it. */
export const ofCommand: HashThreads = { running: 1, waiting: 1, niceIncrement: 0 };

function costOf(storedHash: string): HashCost | null {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(storedHash);
  return found ? { memoryCost: Number(found[1]), timeCost: Number(found[2]) } : null;
}

/**
 * Starts the hashing threads. Their number and the queue in front of them limit memory (each hash takes 19 MiB) and waiting
 * time: instead of waiting long, a user is asked to try again. `cost` is for tests and later increases; the library's default
 * algorithm is Argon2id.
 */
export async function createPasswordHasher(
  cost: HashCost = owaspCost,
  { running, waiting, niceIncrement }: HashThreads = ofService,
): Promise<PasswordHasher> {
  const options: Options = { ...cost, parallelism: 1 };
  const threads = new Piscina<HashTask, unknown>({
    filename: new URL('hash-worker.ts', import.meta.url).href,
    minThreads: running,
    maxThreads: running,
    maxQueue: waiting,
    niceIncrement,
  });
  const run = async (task: HashTask): Promise<unknown> => {
    if (threads.queueSize >= waiting) throw new AppError('request.too_many', { retryAfterSeconds: 1 });
    return threads.run(task);
  };
  const hash = async (password: string): Promise<string> =>
    String(await run({ kind: 'hash', password, options }));
  // A hash of a random password: checking against it costs an unknown email the same time as a known one.
  const decoy = (): Promise<string> => hash(randomBytes(32).toString('base64'));
  // One per thread: ending a thread while it loads its module aborts the whole process.
  const others = Array.from({ length: running - 1 }, decoy);
  const [decoyHash] = await Promise.all([decoy(), ...others]);
  return {
    hash,
    verify: async (storedHash, password) => {
      const fits = await run({ kind: 'verify', storedHash: storedHash ?? decoyHash, password });
      return storedHash !== null && fits === true;
    },
    isOutdated: (storedHash) => {
      const used = costOf(storedHash);
      return used === null || used.memoryCost < cost.memoryCost || used.timeCost < cost.timeCost;
    },
    [Symbol.asyncDispose]: () => threads.close({ force: true }),
  };
}
