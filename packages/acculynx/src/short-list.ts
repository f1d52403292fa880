import type { Exchange } from '@ridgeline/vendor-http';
import type { z } from 'zod';
import { acculynxOutcome, isPastEnd, type AcculynxOutcome } from './acculynx-outcome.ts';
import { rowsOf } from './records/list-answer.ts';
import type { StartIndexMeaning } from './reading/list-page.ts';

/** A list that is read whole in one go: settings, users, subscriptions. */
export interface ShortList<Row> {
  readonly fetchPage: (startIndex: number) => Promise<Exchange>;
  /** What the start index counts according to the documentation; a different meaning is detected. */
  readonly startIndex: StartIndexMeaning;
  readonly pageSize: number;
  readonly row: z.ZodType<Row>;
}

/** A list that takes more pages repeats itself forever. */
const maxPages = 100;

/**
 * All rows, each once. A start index that is ignored, or counts something other than documented, shows in a page that
 * repeats rows or brings none; if AccuLynx' own total has not been reached by then, the other meaning is tried
 * (docs/vendors/acculynx.md, 3.2).
 */
export async function readShortList<Row extends { id: string }>({
  fetchPage,
  startIndex,
  pageSize,
  row,
}: ShortList<Row>): Promise<AcculynxOutcome<Row[]>> {
  const rows = new Map<string, Row>();
  let [unread, count] = [0, 0];
  const reached = () => rows.size + unread;

  for (const meaning of [startIndex, startIndex === 'page' ? 'record' : 'page']) {
    for (let page = reached() === 0 ? 0 : 1; page < maxPages; page += 1) {
      const exchange = await fetchPage(meaning === 'page' ? page : reached());
      if (isPastEnd(exchange)) break;
      const outcome = acculynxOutcome(exchange, rowsOf(row));
      if (outcome.outcome !== 'ok') return outcome;
      const answer = outcome.value;
      const fresh = answer.rows.filter(({ id }) => !rows.has(id));
      if (fresh.length === 0) break;
      for (const each of fresh) rows.set(each.id, each);
      unread += answer.told - answer.rows.length;
      count = answer.count ?? 0;
      const repeats = fresh.length < answer.rows.length;
      if ((answer.told < pageSize && reached() >= count) || (meaning === 'page' && repeats)) break;
    }
    if (reached() >= count) break;
  }
  return { outcome: 'ok', value: [...rows.values()] };
}
