import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { BenchResult } from './benchmark.ts';

const resultSchema = z.object({
  /** The day on which it was printed, as `2026-11-26`. */
  printedOn: z.iso.date(),
  ratio: z.number(),
  goal: z.number(),
  ok: z.boolean(),
  detail: z.record(z.string(), z.union([z.number(), z.string()])),
});

const resultsSchema = z.record(z.string(), resultSchema);

/** The last result that a benchmark printed. */
export type StoredResult = z.infer<typeof resultSchema>;

const file = join(import.meta.dirname, 'results.json');

/** The last result of each benchmark, by its name; `docs/benchmarks.md` is generated from it. */
export function readResults(): Readonly<Record<string, StoredResult>> {
  return resultsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Stores a result as the last of its benchmark. */
export function storeResult({ name, ...result }: BenchResult, printedOn: string): void {
  const results = { ...readResults(), [name]: { printedOn, ...result } };
  const sorted = Object.entries(results).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
