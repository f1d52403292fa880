/**
 * The pages of a list that is too long to read in one query, each read when the one before it is used up: no transaction lives as
 * long as a download, and memory holds one page. `read` answers at most `limit` rows that come after `last`, or the first ones;
 * one that is not full is the last page.
 */
export async function* rowPages<Row>(
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.length === limit ? rows.at(-1) : undefined;
  } while (last !== undefined);
}
