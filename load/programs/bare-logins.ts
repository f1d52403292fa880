import { hash, verify } from '@node-rs/argon2';

/** What one run of bare hashes came to. */
export interface BareHashes {
  readonly perSecond: number;
  /** CPU time of one, in milliseconds. */
  readonly cpuMs: number;
}

/** Verifies passwords and does nothing else, two at a time like the auth service. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inFlight = 2;
let left = Number(process.argv[2]);
const stored = await hash('roofs-and-gutters', cost);
const count = left;
const start = performance.now();
const before = process.cpuUsage();
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    while (left > 0) {
      left -= 1;
      await verify(stored, 'roofs-and-gutters');
    }
  }),
);
const { user, system } = process.cpuUsage(before);
const report: BareHashes = {
  perSecond: count / ((performance.now() - start) / 1_000),
  cpuMs: (user + system) / 1_000 / count,
};
process.send?.(report);
process.disconnect();
