import { backoffMs, pause, unboundedRetry, type RetryPolicy } from '@ridgeline/kit';
import { countingReason } from '../waiting/wait-tracker.ts';
import type { FollowUpPassContext } from './write-rules.ts';

/** A page of what the orchestrator knows once all batches of records are counted. */
export interface CountedPage<Item> {
  readonly settled: boolean;
  readonly items: readonly Item[];
  readonly next: number | null;
}

/**
 * Requests page after page; the first one repeatedly, until all reported batches are counted. `ask` gets the previous page's
 * cursor, or 0 for the first one. Throws the signal's reason when it is aborted.
 */
export async function* countedPages<Item>(
  { signal, waits }: Pick<FollowUpPassContext, 'signal' | 'waits'>,
  ask: (after: number) => Promise<CountedPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  for (let after: number | null = 0; after !== null;) {
    const page: CountedPage<Item> = await settledPage(after, { signal, waits }, ask);
    yield page.items;
    after = page.next;
  }
}

/** Counting takes a moment: waits 20 ms, doubling up to a second. */
const untilCounted: RetryPolicy = { ...unboundedRetry, baseMs: 20, capMs: 1_000, jitter: [1, 1] };

async function settledPage<Item>(
  after: number,
  { signal, waits }: Pick<FollowUpPassContext, 'signal' | 'waits'>,
  ask: (after: number) => Promise<CountedPage<Item>>,
): Promise<CountedPage<Item>> {
  const waiting = waits.begin(countingReason);
  try {
    for (let asked = 1; ; asked += 1) {
      const page = await ask(after);
      if (page.settled) return page;
      await pause(backoffMs(untilCounted, asked), signal);
    }
  } finally {
    waiting.end();
  }
}
