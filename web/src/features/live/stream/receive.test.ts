import { expect, jest, test } from '@jest/globals';
import { browserForTests } from '../../../testing/a-browser.ts';
import { receiveSignals, type LiveSignal } from './receive.ts';

browserForTests();

function aPage() {
  const done: string[] = [];
  const receive = receiveSignals({
    onUpdate: ({ id }) => done.push(`update ${id}`),
    onTold: (name) => done.push(name),
    onGap: () => done.push('fetch'),
    onEvent: (type) => done.push(type),
    onRefused: () => done.push('refused'),
  });
  const hear = (...types: Exclude<LiveSignal['type'], 'update' | 'told'>[]) => {
    for (const type of types) receive({ type });
    return done.splice(0);
  };
  return { hear };
}

test('When the stream opens with the page, then nothing was missed', () => {
  expect(aPage().hear('connected')).toEqual(['connected']);
});

test('When it opens late, then what the page fetched before may be old', () => {
  const { hear } = aPage();
  jest.advanceTimersByTime(1_500);
  expect(hear('lost', 'connected')).toEqual(['lost', 'connected', 'fetch']);
});

test('When all is well, and is said again, then nothing is done', () => {
  const { hear } = aPage();
  hear('connected');
  expect(hear('connected', 'connected')).toEqual([]);
});

test.each(['lost', 'offline'] as const)(
  'When it was %s, then the page fetches once it is connected again',
  (loss) => {
    const { hear } = aPage();
    hear('connected');
    expect(hear(loss, 'online', 'connected', 'connected')).toEqual([loss, 'online', 'connected', 'fetch']);
  },
);

test('When the server cannot say all that was missed, then the page fetches', () => {
  expect(aPage().hear('resync')).toEqual(['fetch']);
});
