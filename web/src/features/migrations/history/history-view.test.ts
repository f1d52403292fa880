import { describe, expect, test } from '@jest/globals';
import { isBackwards, isFiltered, queryOf, readHistoryView, unfiltered } from './history-view.ts';

const view = (address: string) => readHistoryView(new URLSearchParams(address));

describe('What of the history an address asks for', () => {
  test('When it asks for nothing, then the first page of all is shown', () => {
    expect(queryOf(view('dialog=create'))).toEqual({ page: 1 });
    expect(isFiltered(view('page=3'))).toBe(false);
  });

  test('When it holds filters, then the call does too, and days are whole ones of this clock', () => {
    const filtered = view(
      'q=%20denver&status=failed&type=jobs&connection=5&from=2026-03-05&to=2026-03-05&page=2',
    );
    expect(queryOf(filtered)).toEqual({
      page: 2,
      search: 'denver',
      status: 'failed',
      type: 'jobs',
      connection: '5',
      from: new Date(2026, 2, 5).toISOString(),
      to: new Date(2026, 2, 6).toISOString(),
    });
    expect(isFiltered(filtered)).toBe(true);
    expect(filtered.ignored).toEqual([]);
  });

  test('When it holds nonsense, then that is left out and named', () => {
    const { ignored, ...rest } = view(
      'status=dancing&type=leads&connection=-1&from=2026-02-31&to=x&page=0&q=ok',
    );
    expect(ignored).toEqual(['status', 'type', 'connection', 'from', 'to', 'page']);
    expect(queryOf({ ...rest, ignored })).toEqual({ page: 1, search: 'ok' });
    expect(view('status=&page=').ignored).toEqual([]);
    expect(view('page=1e2').ignored).toEqual(['page']);
    expect(view('from=0050-01-01&to=9999-12-31&connection=9999999999&page=1000001').ignored).toEqual([
      ...['connection', 'from', 'to', 'page'],
    ]);
    expect(view(`q=${'x'.repeat(500)}`).search).toHaveLength(100);
  });

  test('When the filters go, then an open dialog stays', () => {
    expect(unfiltered(new URLSearchParams('q=a&status=x&page=4&dialog=create')).toString()).toBe(
      'dialog=create',
    );
  });
});

test.each([
  ['from=2026-03-05&to=2026-03-04', true],
  ['from=2026-03-05&to=2026-03-05', false],
  ['from=2026-03-05', false],
  ['to=2026-03-05', false],
])('Whether the days of %p run backwards is %p', (address, backwards) => {
  expect(isBackwards(view(address))).toBe(backwards);
});
