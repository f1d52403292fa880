import { describe, expect, test } from '@jest/globals';
import { nextToasts, noToasts, type ToastEvent } from './shown-toast.ts';
import type { ToastContent } from './use-toast.ts';

const cancelled = { title: 'Migration Cancelled', description: '1,250 handled', topic: 'migration-12' };
const deleted = { title: 'Connection deleted' };
const renamed = { title: 'Connection renamed' };

const after = (...events: readonly ToastEvent[]) => events.reduce(nextToasts, noToasts);
const show = (content: ToastContent, at: number) => ({ type: 'show', content, at }) as const;
const one = after(show(cancelled, 10_000));

describe('One toast', () => {
  test('When the count that it reports moves on, then its text does too, and it stays the same toast', () => {
    const content = { ...cancelled, description: '1,300 handled' };
    const amended = nextToasts(one, { type: 'amend', topic: 'migration-12', content });
    expect(amended.shown).toMatchObject({ id: 1, open: true, at: 10_000, description: '1,300 handled' });
    expect(nextToasts(one, { type: 'amend', topic: 'migration-13', content })).toEqual(one);
  });

  test('When it was closed, then nothing opens it again', () => {
    const closed = nextToasts(one, { type: 'close', id: 1, at: 11_000 });
    expect(closed.shown).toMatchObject({ open: false });
    expect(nextToasts(closed, { type: 'amend', topic: 'migration-12', content: deleted })).toEqual(closed);
  });

  test('When the page is left, then it goes, unless it came with the new page', () => {
    expect(nextToasts(one, { type: 'page-left', at: 12_000 }).shown).toMatchObject({ open: false });
    expect(nextToasts(one, { type: 'page-left', at: 10_200 })).toBe(one);
  });

  test('When the tab is seen again after its time, then it is gone', () => {
    expect(nextToasts(one, { type: 'page-seen-again', at: 15_000 }).shown).toMatchObject({ open: false });
    expect(nextToasts(one, { type: 'page-seen-again', at: 13_000 }).shown).toBe(one.shown);
  });
});

describe('Several toasts', () => {
  const three = after(show(deleted, 10_000), show(cancelled, 10_100), show(renamed, 10_200));

  test('When others come, then they wait and follow one by one, each open for a time of its own', () => {
    expect(three.shown).toMatchObject({ ...deleted, id: 1 });
    const second = nextToasts(three, { type: 'close', id: 1, at: 12_500 });
    expect(second.shown).toMatchObject({ ...cancelled, id: 2, open: true, at: 12_500 });
    const third = nextToasts(second, { type: 'close', id: 2, at: 15_000 });
    expect(third).toMatchObject({ shown: { ...renamed, id: 3, at: 15_000 }, waiting: [] });
    // A late close of an earlier toast closes no other.
    expect(nextToasts(third, { type: 'close', id: 1, at: 15_100 })).toBe(third);
  });

  test('When another one waits, then the present one stays long enough to be read, and no longer', () => {
    expect(one.shown?.stays).toBe(5000);
    // It has been visible for 100 ms; a further toast changes nothing.
    expect(three.shown?.stays).toBe(2400);
    expect(after(show(deleted, 10_000), show(renamed, 14_000)).shown?.stays).toBe(1);
    expect(after(show({ ...deleted, duration: 2000 }, 10_000), show(renamed, 10_500)).shown?.stays).toBe(
      1500,
    );
    const second = nextToasts(three, { type: 'close', id: 1, at: 12_500 });
    expect(second.shown?.stays).toBe(2500);
    expect(nextToasts(second, { type: 'close', id: 2, at: 15_000 }).shown?.stays).toBe(5000);
  });

  test('When one that waits is amended, then it comes with its newest text', () => {
    const content = { ...cancelled, description: '1,300 handled' };
    const amended = nextToasts(three, { type: 'amend', topic: 'migration-12', content });
    expect(nextToasts(amended, { type: 'close', id: 1, at: 12_500 }).shown).toMatchObject(content);
  });

  test('When the same is said again, then it is shown once, for its whole time again if it is open and none waits', () => {
    expect(after(show(deleted, 10_000), show(deleted, 11_000))).toMatchObject({
      shown: { id: 2, at: 11_000 },
      waiting: [],
    });
    expect(nextToasts(three, show(renamed, 11_000)).waiting).toHaveLength(2);
  });

  test('When the page is left, then the one that was read goes, and those that were not seen still come', () => {
    expect(nextToasts(three, { type: 'page-left', at: 12_000 })).toMatchObject({
      shown: { ...cancelled, open: true },
      waiting: [renamed],
    });
  });

  test('When the tab is seen again after their time, then all are gone', () => {
    const gone = nextToasts(three, { type: 'page-seen-again', at: 16_000 });
    expect(gone).toMatchObject({ shown: { open: false }, waiting: [] });
  });
});
