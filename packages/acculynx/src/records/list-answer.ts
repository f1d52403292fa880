import { z } from 'zod';
import { idWithout, readRecord } from './unreadable-record.ts';

/** What a start index past the end is answered with (416), as a page. */
export const pagePastEnd = { count: null, startIndex: null, items: [] };

/**
 * A page of a paged list (docs/vendors/acculynx.md, 3.1). `count` is AccuLynx' own total, which may be off by a few. An item
 * that cannot be read keeps its place: the page is neither shorter without it nor refused for it.
 */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z
    .object({
      count: z.int().nonnegative().nullish().catch(null),
      pageStartIndex: z.int().nonnegative().nullish().catch(null),
      items: z.array(z.unknown()),
    })
    .transform(({ count, pageStartIndex, items }) => ({
      count: count ?? null,
      startIndex: pageStartIndex ?? null,
      items: items.map((one, place) => readRecord(item, one, () => idWithout(one, place))),
    }));

/**
 * A short list, in any of the forms that were seen: a page, `{items}`, or a bare array (3.1). A row that cannot be read is
 * left out: the others can still be chosen. `told` counts those too.
 */
export const rowsOf = <S extends z.ZodType>(row: S) =>
  z
    .union([
      z.array(z.unknown()).transform((items) => ({ count: null, items })),
      z.object({ count: z.int().nonnegative().nullish().catch(null), items: z.array(z.unknown()) }),
    ])
    .transform(({ count, items }) => {
      const read = items.map((item) => row.safeParse(item));
      const rows = read.flatMap(({ success, data }) => (success ? [data] : []));
      return { count: count ?? null, told: items.length, rows };
    });
