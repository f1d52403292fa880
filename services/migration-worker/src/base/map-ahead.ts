/**
 * Maps the items of a source in order, up to `ahead` of them concurrently: while the current item is used, the next ones are
 * already taken and mapped, so that a slow consumer slows down the source. An error is thrown when it is its item's turn;
 * when the consumer stops, the source is closed.
 */
export async function* mapAhead<Item, Mapped>(
  source: AsyncIterable<Item>,
  ahead: number,
  map: (item: Item) => Promise<Mapped>,
): AsyncGenerator<Mapped> {
  const items = source[Symbol.asyncIterator]();
  const queue: Promise<IteratorResult<Mapped, undefined>>[] = [];
  // Items are taken one after another; their mapping overlaps.
  let taking: Promise<unknown> = Promise.resolve();
  const takeNext = (): void => {
    const taken = taking.then(() => items.next());
    taking = taken.catch(() => undefined);
    const mapped = taken.then(async (item): Promise<IteratorResult<Mapped, undefined>> =>
      item.done ? { done: true, value: undefined } : { done: false, value: await map(item.value) },
    );
    // Its error is thrown when it is this item's turn; if that never happens, it must not count as unhandled.
    mapped.catch(() => undefined);
    queue.push(mapped);
  };
  try {
    for (let count = 0; count < ahead; count += 1) takeNext();
    for (;;) {
      const next = await queue.shift();
      if (!next || next.done) return;
      takeNext();
      yield next.value;
    }
  } finally {
    await items.return?.();
  }
}
