import { hash, verify } from '@node-rs/argon2';

/** Verifies passwords and does nothing else, two at a time like the auth service; tells how many in a second. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const inFlight = 2;
let left = Number(process.argv[2]);
const stored = await hash('roofs-and-gutters', cost);
const count = left;
const start = performance.now();
await Promise.all(
  Array.from({ length: inFlight }, async () => {
    while (left > 0) {
      left -= 1;
      await verify(stored, 'roofs-and-gutters');
    }
  }),
);
process.send?.(count / ((performance.now() - start) / 1_000));
process.disconnect();
