import { z } from 'zod';
import { idWithout, readRecord } from './unreadable-record.ts';

/** The page for a 416, the answer to a start index past the end. */
export const pagePastEnd = { count: null, startIndex: null, items: [] };

/**
 * A page of a paged list (docs/vendors/acculynx.md, 3.1). `count` is AccuLynx' own total, which may be off by a few. An
 * unreadable item keeps its place: it neither shortens the page nor causes its rejection.
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
 * A short list in any of the observed forms: a page, `{items}`, or a bare array (3.1). Unreadable rows are left out, so
 * that the others can still be chosen; `told` counts them too.
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
