import { expect, test } from '@jest/globals';
import { StreamParser } from './stream-event.ts';

test('Events come out whole, however their text was cut, and lines that say nothing come to nothing', () => {
  const text = 'retry: 2000\n\nid: 7\nevent: migration-update\ndata: {"id":1,"url":"a: b"}\n\n:\n\n';
  for (let cut = 0; cut <= text.length; cut += 1) {
    const parser = new StreamParser();
    const events = [text.slice(0, cut), text.slice(cut)].flatMap((piece) => parser.take(piece));
    expect(events).toMatchObject([
      { retry: '2000' },
      { id: '7', event: 'migration-update', data: '{"id":1,"url":"a: b"}' },
      {},
    ]);
    expect(events).toHaveLength(3);
  }
});
