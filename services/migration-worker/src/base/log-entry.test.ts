import { describe, expect, test } from '@jest/globals';
import { logEntry, packed } from './log-entry.ts';

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => logEntry(`line-${String(line)}`, 'info', 'text', { line }));

describe('Lines are packed into reports', () => {
  test('When there are many, then they go into packs of fifty in their order, and none is lost', () => {
    const packs = packed(lines(120));
    expect(packs.map((pack) => pack.length)).toEqual([50, 50, 20]);
    expect(packs.flat().map(({ id }) => id)).toEqual(lines(120).map(({ id }) => id));
  });

  test('When there is none, then there is one empty pack: the report goes out without lines', () => {
    expect(packed([])).toEqual([[]]);
  });

  test('When a text is long, then it is cut and says so; a context that is too long is left out', () => {
    const entry = logEntry('a', 'info', 'x'.repeat(9_000), { name: 'y'.repeat(9_000) });
    expect(entry.message).toBe(`${'x'.repeat(2_000)}…`);
    expect(entry.contextJson).toBe('{}');
    expect(logEntry('a', 'info', 'x'.repeat(2_000)).message).toBe('x'.repeat(2_000));
  });
});
