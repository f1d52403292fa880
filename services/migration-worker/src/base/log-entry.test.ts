import { describe, expect, test } from '@jest/globals';
import { logEntry, packed, recordEntry } from './log-entry.ts';

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

  test('When lines are long, then fewer of them go into a pack', () => {
    const long = Array.from({ length: 50 }, (_, line) => ({
      ...logEntry(`line-${String(line)}`, 'info', '\u6f22'.repeat(2_000), { said: '\u6f22'.repeat(2_000) }),
      name: '\u6f22'.repeat(200),
    }));
    const packs = packed(long);
    expect(packs.flat()).toEqual(long);
    for (const pack of packs)
      expect(
        Buffer.byteLength(
          pack.map(({ name, message, contextJson }) => name + message + contextJson).join(''),
        ),
      ).toBeLessThanOrEqual(100_000);
    expect(packs.length).toBeLessThan(10);
  });

  test.each(['\u0001', '\u6f22', '"'])(
    'When the facts about a record are long, then its line still holds each, also when they are made of %j',
    (character) => {
      const text = character.repeat(9_000);
      const told = { sourceId: 'a', reason: 'r', name: text, message: text, detail: text, field: text };
      const { name, contextJson } = recordEntry('a', 'info', told, { kind: 'contact' });
      expect(name).toBe(cut(200));
      expect(JSON.parse(contextJson)).toEqual({
        ...{ kind: 'contact', sourceId: 'a', reason: 'r' },
        ...{ words: cut(500), detail: cut(500), field: cut(100) },
      });
      function cut(length: number): string {
        return `${character.repeat(length)}\u2026`;
      }
    },
  );
});
