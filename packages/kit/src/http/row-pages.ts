/**
 * The pages of a list that is too long for one query, each read when the previous one is used up: no transaction lasts as
 * long as a download, and memory holds one page. `read` returns at most `limit` rows after `last`, or the first ones; a
 * page that is not full is the last one.
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
