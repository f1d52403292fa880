import { describe, expect, test } from '@jest/globals';
import type { FetchPage, Identified, ListSpec } from './list-page.ts';
import { readList } from './read-list.ts';
import { readAll } from './testing/read-all.ts';
import { ShiftingList } from './testing/shifting-list.ts';

describe('Calls', () => {
  const listOf = (total: number) =>
    new ShiftingList({ total, pageSize: 10, meaning: 'page', pastEnd: 'repeat', turns: [5, 1, 3] });
  const spec: ListSpec = { pageSize: 10, startIndex: 'page' };

  test('When a page cannot be had, then what comes before it is handed on, its error is thrown and no call is left', async () => {
    const list = listOf(100);
    const ids: string[] = [];
    const reading = readList<Identified>(
      async (startIndex, signal) => {
        const answer = await list.fetch(startIndex, signal);
        if (startIndex === 4 || startIndex === 5) throw new Error(`page ${String(startIndex)}`);
        return answer;
      },
      spec,
      { ahead: 5 },
    );
    const all = (async () => {
      for await (const records of reading) ids.push(...records.map(({ record }) => record.id));
    })();
    await expect(all).rejects.toThrow('page 4');
    expect(ids).toEqual(list.ids.slice(0, 40));
    expect(list.running).toBe(0);
  });

  test('When it is not known yet what the index counts, then the last page and those that follow are asked for with the second one', async () => {
    const list = listOf(100);
    const asked: number[] = [];
    let askedBeforeTheSecond: readonly number[] = [];
    const fetch: FetchPage<Identified> = async (startIndex, signal) => {
      asked.push(startIndex);
      if (startIndex === 1) for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      if (startIndex === 1) askedBeforeTheSecond = [...asked];
      return list.fetch(startIndex, signal);
    };
    const ids: string[] = [];
    const reading = readList<Identified>(fetch, { pageSize: 10, startIndex: 'detect' }, { ahead: 4 });
    for await (const records of reading) ids.push(...records.map(({ record }) => record.id));
    expect(askedBeforeTheSecond.slice(0, 4)).toEqual([0, 1, 9, 2]);
    expect(ids).toEqual(list.ids);
  });

  test('When the consumer is slow, then no more pages are asked for than may be ahead', async () => {
    const list = listOf(300);
    let handedOn = 0;
    for await (const records of readList<Identified>(list.fetch, spec, { ahead: 4 })) {
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      handedOn += Math.sign(records.length);
      // One more for the end of the list.
      expect(list.calls).toBeLessThanOrEqual(handedOn + 4 + 1);
    }
    expect(handedOn).toBe(30);
  });

  test('When the consumer stops, then the calls ahead are aborted', async () => {
    const signals: AbortSignal[] = [];
    const list = listOf(300);
    const reading = readList<Identified>(
      (startIndex, signal) => {
        signals.push(signal);
        return list.fetch(startIndex, signal);
      },
      spec,
      { ahead: 4 },
    );
    for await (const records of reading) if (records.length > 0) break;
    expect(list.running).toBe(0);
    expect(signals.every(({ aborted }) => aborted)).toBe(true);
  });

  test('When the source counts another total, then that is reported once', async () => {
    const told: number[] = [];
    const list = new ShiftingList({
      total: 45,
      pageSize: 10,
      meaning: 'record',
      pastEnd: '416',
      shifts: [[], [], [], [{ kind: 'insert', at: 0 }]],
    });
    await readAll(list, { pageSize: 10, startIndex: 'record' }, { onCount: (count) => told.push(count) });
    expect(told).toEqual([45, 46]);
  });
});
