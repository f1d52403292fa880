import { describe, expect, test } from '@jest/globals';
import { mapAhead } from './map-ahead.ts';

/** The numbers from 0; records which ones were taken, and whether the source was closed. */
function numbers(total: number, failAt = Infinity) {
  const noted = { taken: 0, closed: false };
  async function* source(): AsyncGenerator<number> {
    try {
      for (let number = 0; number < total; number += 1) {
        if (number === failAt) throw new Error('the source is gone');
        noted.taken += 1;
        yield await Promise.resolve(number);
      }
    } finally {
      noted.closed = true;
    }
  }
  return { source: source(), noted };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const some: Item[] = [];
  for await (const item of items) some.push(item);
  return some;
}

describe('Items are mapped ahead', () => {
  test('When a later item is mapped first, then the items still come in their order', async () => {
    const { source } = numbers(7);
    const mapped = mapAhead(source, 3, async (number) => {
      for (let turn = number % 3; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      return number * 2;
    });
    expect(await all(mapped)).toEqual([0, 2, 4, 6, 8, 10, 12]);
  });

  test('When the first one is used slowly, then three more are taken and no fourth', async () => {
    const { source, noted } = numbers(10);
    const mapped = mapAhead(source, 3, (number) => Promise.resolve(number));
    await mapped.next();
    await turns();
    expect(noted.taken).toBe(1 + 3);
    await mapped.return(undefined);
    expect(noted).toEqual({ taken: 4, closed: true });
  });

  test('When one cannot be mapped, then that is thrown in its turn, and the source is closed', async () => {
    const { source, noted } = numbers(10);
    const mapped = mapAhead(source, 3, (number) =>
      number === 2 ? Promise.reject(new Error('no 2')) : Promise.resolve(number),
    );
    expect([(await mapped.next()).value, (await mapped.next()).value]).toEqual([0, 1]);
    await expect(mapped.next()).rejects.toThrow('no 2');
    expect(noted.closed).toBe(true);
  });

  test('When the source fails, then what came before it is handed on first', async () => {
    const mapped = mapAhead(numbers(10, 2).source, 3, (number) => Promise.resolve(number));
    expect([(await mapped.next()).value, (await mapped.next()).value]).toEqual([0, 1]);
    await expect(mapped.next()).rejects.toThrow('the source is gone');
  });
});
