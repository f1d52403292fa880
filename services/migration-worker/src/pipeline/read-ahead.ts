/**
 * Hands on the items of a source and asks for the next one while the current one is worked on: one ahead, never more, so
 * that a slow consumer holds the source back.
 */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = (): Promise<IteratorResult<T>> => {
    const next = source.next();
    // Its error is thrown when it is this item's turn; if that never comes, it must not count as unhandled.
    next.catch(() => undefined);
    return next;
  };
  let ahead = ask();
  for (;;) {
    const item = await ahead;
    if (item.done) return;
    ahead = ask();
    yield item.value;
  }
}
