import { describe, expect, test } from '@jest/globals';
import { firstView, readLogView, writeLogView } from './log-view.ts';

describe('The view of the logs in the address', () => {
  test('When it is written and read, then it is the same', () => {
    const view = { ...firstView, level: 'error', text: 'a&b=ü', page: 3, line: 9_876_543_210 } as const;
    expect(readLogView(new URLSearchParams(writeLogView(new URLSearchParams(), view).toString()))).toEqual(
      view,
    );
  });

  test('When an outcome is chosen, then it is in the address and a level is not', () => {
    const address = writeLogView(new URLSearchParams(), { ...firstView, outcome: 'failed' });
    expect(address.toString()).toBe('outcome=failed');
    expect(readLogView(new URLSearchParams('level=error&outcome=failed'))).toEqual({
      ...firstView,
      outcome: 'failed',
    });
  });

  test('When all is as usual, then nothing is written and other parameters stay', () => {
    const address = new URLSearchParams('level=error&q=x&page=2&other=1');
    expect(writeLogView(address, firstView).toString()).toBe('other=1');
  });

  test.each([
    ['level=fatal&page=0', ['level', 'page']],
    ['outcome=lost', ['outcome']],
    ['page=-3', ['page']],
    ['page=1.5', ['page']],
    ['page=abc&line=0', ['page', 'line']],
    ['line=x', ['line']],
    ['level=&line=', []],
    ['', []],
  ])('When it is %p, then the first view is shown, and what is not understood is named', (text, ignored) => {
    expect(readLogView(new URLSearchParams(text))).toEqual({ ...firstView, ignored });
  });
});
