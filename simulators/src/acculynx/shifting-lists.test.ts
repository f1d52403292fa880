import { describe, expect, test } from '@jest/globals';
import { startBench, type Bench } from '../testing/bench.ts';

interface Page {
  readonly count: number;
  readonly items: readonly { readonly id: string }[];
}
interface Change {
  readonly number: number;
  readonly action: string;
  readonly ids: string[];
  readonly count: number;
}

const page = async (bench: Bench, list: string, start: number): Promise<{ count: number; ids: string[] }> => {
  const { count, items } = (await bench.acculynx(`/${list}?pageSize=25&pageStartIndex=${start}`))
    .body as Page;
  return { count, ids: items.map(({ id }) => id) };
};
const held = async (bench: Bench, list: string): Promise<string[]> =>
  (await bench.control('GET', `/acculynx/ridge/${list}/ids`)).body as string[];
const changed = async (bench: Bench, path: string, body: object): Promise<Change> =>
  (await bench.control('POST', `/acculynx/ridge/${path}`, body)).body as Change;
const fault = (bench: Bench, path: string, effect: object, more: object = {}) =>
  bench.control('POST', '/faults', { vendor: 'acculynx', path: `/api/v2/${path}`, effect, ...more });

describe.each(['contacts', 'jobs'])('The listing of %s', (list) => {
  const second = list === 'contacts' ? 1 : 25;

  test('When one in front is deleted between two pages, then the second page begins one later', async () => {
    await using bench = await startBench();
    const before = await held(bench, list);
    const first = await page(bench, list, 0);
    const change = await changed(bench, `${list}/delete`, { at: 'front' });
    expect(change).toMatchObject({ action: 'deleted', ids: [before[0]], count: before.length - 1 });
    const next = await page(bench, list, second);
    expect(next.count).toBe(first.count - 1);
    expect(next.ids).toEqual(before.slice(26, 51).slice(0, next.ids.length));
    expect(first.ids).toEqual(before.slice(0, 25));
  });

  test('When one in front is inserted between two pages, then the second page begins with the end of the first', async () => {
    await using bench = await startBench();
    const first = await page(bench, list, 0);
    const { ids, count } = await changed(bench, list, { at: 'front' });
    const next = await page(bench, list, second);
    expect(next.ids[0]).toBe(first.ids[24]);
    expect([next.count, count]).toEqual([first.count + 1, first.count + 1]);
    expect(await held(bench, list)).toEqual(expect.arrayContaining(ids));
    expect((await page(bench, list, 0)).ids[0]).toBe(ids[0]);
  });

  test('Records come and go at any position and by id, and the journal tells them all', async () => {
    await using bench = await startBench();
    const before = await held(bench, list);
    const { ids: inserted } = await changed(bench, list, { at: 7, count: 3 });
    expect(await held(bench, list)).toEqual(before.toSpliced(7, 0, ...inserted));
    await changed(bench, list, { at: 'end' });
    expect((await held(bench, list)).indexOf(before.at(-1) ?? '')).toBe(before.length + 2);
    const { ids: last } = await changed(bench, `${list}/delete`, { at: 'end', count: 2 });
    expect(last).toHaveLength(2);
    const { ids: gone } = await changed(bench, `${list}/delete`, { ids: [inserted[1], 'unknown'] });
    expect(gone).toEqual([inserted[1]]);
    expect((await bench.acculynx(`/${list}/${gone[0] ?? ''}`)).status).toBe(404);
    expect((await bench.acculynx(`/${list}/${inserted[0] ?? ''}`)).status).toBe(200);
    const { body } = await bench.control('GET', '/acculynx/ridge/changes?since=1');
    expect((body as Change[]).map(({ number, action }) => [number, action])).toEqual([
      [2, 'inserted'],
      [3, 'deleted'],
      [4, 'deleted'],
    ]);
  });

  test('With a fault it shifts after every second page', async () => {
    await using bench = await startBench();
    const before = await held(bench, list);
    await fault(bench, list, { kind: 'shift', action: 'delete' }, { every: 2, times: 2 });
    for (let call = 0; call < 5; call += 1) await page(bench, list, 0);
    expect(await held(bench, list)).toEqual(before.slice(2));
    expect((await bench.control('GET', '/faults')).body).toMatchObject([{ matched: 4, struck: 2 }]);
  });

  test('The same seed shifts it at the same random places', async () => {
    const after = async (seed: number): Promise<string[]> => {
      await using bench = await startBench({ seed, company: { seed: 5 } });
      await fault(bench, list, { kind: 'shift', action: 'delete', at: 'random' });
      for (let call = 0; call < 6; call += 1) await page(bench, list, 0);
      const left = await held(bench, list);
      return left;
    };
    expect(await after(3)).toEqual(await after(3));
    expect(await after(3)).not.toEqual(await after(4));
  });

  test('A page can be short in the middle, in this one answer, while count includes all', async () => {
    await using bench = await startBench();
    const full = await page(bench, list, 0);
    await fault(bench, list, { kind: 'short-page', leaveOut: 4, from: 'front' }, { times: 1 });
    expect(await page(bench, list, 0)).toEqual({ count: full.count, ids: full.ids.slice(4) });
    expect(await page(bench, list, 0)).toEqual(full);
    await fault(bench, list, { kind: 'short-page', leaveOut: 99 }, { times: 1 });
    expect(await page(bench, list, 0)).toEqual({ count: full.count, ids: [] });
  });

  test('A page can show a record with other fields, or null in its place, as long as the fault is there', async () => {
    await using bench = await startBench();
    const [first = '', second = ''] = await held(bench, list);
    await fault(bench, list, { kind: 'malform', ids: [first], fields: { id: 7 } });
    await fault(bench, list, { kind: 'malform', ids: [second], fields: null });
    const shown = async () => ((await bench.acculynx(`/${list}`)).body as { items: unknown[] }).items;
    const [changed, none, whole] = await shown();
    expect(changed).toEqual({ ...(whole as object), ...(changed as object), id: 7 });
    expect(none).toBeNull();
    await bench.control('DELETE', '/faults');
    expect((await shown()).slice(0, 2)).toMatchObject([{ id: first }, { id: second }]);
  });
});

test('A contact that the API creates joins a list that has shifted at its end', async () => {
  await using bench = await startBench();
  await changed(bench, 'contacts/delete', { at: 10, count: 20 });
  const body = { contactTypeIds: ['t'], lastName: 'New' };
  const { id } = (await bench.acculynx('/contacts', { method: 'POST', body })).body as { id: string };
  const ids = await held(bench, 'contacts');
  expect([ids.length, ids.at(-1), new Set(ids).size]).toEqual([101, id, 101]);
});
