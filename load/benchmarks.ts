import type { BenchResult } from './benchmark.ts';

/** The benchmarks by name; each is loaded only when it is asked for. */
export const benchmarks: Readonly<Record<string, () => Promise<BenchResult>>> = {
  gateway: async () => (await import('./gateway.ts')).run(),
  idle: async () => (await import('./idle.ts')).run(),
};
