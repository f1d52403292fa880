/** Loaded into a service by `NODE_OPTIONS=--import`: fills its heap until almost no room is left, and keeps it full. */
import { getHeapStatistics } from 'node:v8';

/** With slightly more, V8 would end the process. */
const full = 0.93;
const everyMs = 20;

const kept: object[] = [];
setInterval(() => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  if (used < full * limit) kept.push(Array.from({ length: 5_000 }, (_, index) => ({ index })));
}, everyMs).unref();
