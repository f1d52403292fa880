import { describe, expect, test } from '@jest/globals';
import { nextToast } from './shown-toast.ts';

const content = { title: 'Migration Cancelled', description: '1,250 handled', topic: 'migration-12' };
const shown = nextToast(null, { type: 'show', content, at: 10_000 });

describe('The one toast', () => {
  test('When a second one comes, then it takes the place of the first', () => {
    const next = nextToast(shown, { type: 'show', content: { title: 'Logged out' }, at: 10_500 });
    expect(next).toMatchObject({ title: 'Logged out', id: 2, open: true });
  });

  test('When the count that it tells of moves on, then its text does too, and it stays the same toast', () => {
    const amended = nextToast(shown, {
      type: 'amend',
      topic: 'migration-12',
      content: { ...content, description: '1,300 handled' },
    });
    expect(amended).toMatchObject({ id: 1, open: true, at: 10_000, description: '1,300 handled' });
    expect(nextToast(shown, { type: 'amend', topic: 'migration-13', content })).toBe(shown);
  });

  test('When it was closed, then nothing opens it again', () => {
    const closed = nextToast(shown, { type: 'close', id: 1 });
    expect(closed).toMatchObject({ open: false });
    expect(nextToast(closed, { type: 'amend', topic: 'migration-12', content })).toBe(closed);
  });

  test('When the page is left, then it goes, unless it came with the new page', () => {
    expect(nextToast(shown, { type: 'page-left', at: 12_000 })).toMatchObject({ open: false });
    expect(nextToast(shown, { type: 'page-left', at: 10_200 })).toBe(shown);
  });

  test('When the tab is seen again after its time, then it is gone', () => {
    expect(nextToast(shown, { type: 'page-seen-again', at: 15_000 })).toMatchObject({ open: false });
    expect(nextToast(shown, { type: 'page-seen-again', at: 13_000 })).toBe(shown);
  });
});
