import { describe, expect, jest, test } from '@jest/globals';
import { browserForTests } from '../../../testing/a-browser.ts';
import { joinElection } from './lead.ts';

const settled = () => jest.advanceTimersByTimeAsync(0);

/** Candidates by name; `leading` says who leads. */
function candidates() {
  const leading = new Set<string>();
  const stand = (who: string) =>
    joinElection('lock', () => {
      leading.add(who);
      return () => leading.delete(who);
    });
  return { leading, stand };
}

describe('Where there are locks', () => {
  const browser = browserForTests();

  test('When the first one leaves, then the next one leads, and one that left before does not', async () => {
    const { leading, stand } = candidates();
    const [a, b] = [stand('a'), stand('b'), stand('c')];
    await settled();
    expect([...leading]).toEqual(['a']);
    b.leave();
    a.leave();
    await settled();
    expect([...leading]).toEqual(['c']);
  });

  test('When the lead is taken, then the former one stops, and has its turn later', async () => {
    const { leading, stand } = candidates();
    const [, b] = [stand('a'), stand('b')];
    await settled();
    b.take();
    await settled();
    expect([...leading]).toEqual(['b']);
    b.leave();
    await settled();
    expect([...leading]).toEqual(['a']);
  });

  test('When the browser refuses locks, as where nothing may be stored, then each one leads', async () => {
    browser.locks.request = () => Promise.reject(new DOMException('No', 'SecurityError'));
    const { leading, stand } = candidates();
    const [a] = [stand('a'), stand('b')];
    await settled();
    expect([...leading]).toEqual(['a', 'b']);
    a.leave();
    await settled();
    expect([...leading]).toEqual(['b']);
  });
});

describe('Where there are none', () => {
  browserForTests({ withLocks: false });

  test('Each one leads until it leaves', () => {
    const { leading, stand } = candidates();
    const [a] = [stand('a'), stand('b')];
    expect([...leading]).toEqual(['a', 'b']);
    a.leave();
    expect([...leading]).toEqual(['b']);
  });
});
