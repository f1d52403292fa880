import { pause } from '@ridgeline/kit';
import { countingReason } from '../waiting/wait-reason.ts';
import type { LaterPassContext } from './write-rules.ts';

/** A page of what the orchestrator knows when all batches of records are counted. */
export interface CountedPage<Item> {
  readonly settled: boolean;
  readonly items: readonly Item[];
  readonly next: number | null;
}

/**
 * Asks for page after page, the first time as often as it takes until all that was reported is counted. `ask` gets what
 * the page before said to go on with, 0 for the first one. Throws the signal's reason when it is aborted.
 */
export async function* countedPages<Item>(
  { signal, waits }: Pick<LaterPassContext, 'signal' | 'waits'>,
  ask: (after: number) => Promise<CountedPage<Item>>,
): AsyncGenerator<readonly Item[]> {
  for (let after: number | null = 0; after !== null;) {
    const page: CountedPage<Item> = await settledPage(after, { signal, waits }, ask);
    yield page.items;
    after = page.next;
  }
}

async function settledPage<Item>(
  after: number,
  { signal, waits }: Pick<LaterPassContext, 'signal' | 'waits'>,
  ask: (after: number) => Promise<CountedPage<Item>>,
): Promise<CountedPage<Item>> {
  const waiting = waits.begin(countingReason);
  try {
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      const page = await ask(after);
      if (page.settled) return page;
      await pause(pauseMs, signal);
    }
  } finally {
    waiting.end();
  }
}
