/** Loaded into a service by `NODE_OPTIONS=--import`: its heap grows until nearly nothing is left of it, and stays so. */
import { getHeapStatistics } from 'node:v8';

/** A little more, and V8 ends the process. */
const full = 0.93;
const everyMs = 20;

const kept: object[] = [];
setInterval(() => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  if (used < full * limit) kept.push(Array.from({ length: 5_000 }, (_, index) => ({ index })));
}, everyMs).unref();
