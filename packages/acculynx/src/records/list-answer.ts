import { z } from 'zod';

/** What a start index past the end is answered with (416), as a page. */
export const pagePastEnd = { count: null, startIndex: null, items: [] };

/** A page of a paged list (vendors/acculynx.md, 3.1). `count` is AccuLynx' own total, which may be off by a few. */
export const pageOf = <S extends z.ZodType>(item: S) =>
  z
    .object({
      count: z.int().nonnegative().nullish().catch(null),
      pageStartIndex: z.int().nonnegative().nullish().catch(null),
      /** Strict: a page that cannot be read whole must not pass for a shorter one. */
      items: z.array(item),
    })
    .transform(({ count, pageStartIndex, items }) => ({
      count: count ?? null,
      startIndex: pageStartIndex ?? null,
      items,
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
