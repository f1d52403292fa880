import { describe, expect, test } from '@jest/globals';
import { exportAddress, queryOf, readActivityView } from './activity-view.ts';

describe('Which activity is shown', () => {
  const view = (address: string) => readActivityView(new URLSearchParams(address));

  test('When the address holds a search and an action, then the calls and the export do too', () => {
    const filtered = view('tab=activity&q=dana%40&action=sign-in');
    expect(queryOf(filtered)).toEqual({ search: 'dana@', action: 'sign-in' });
    expect(exportAddress(filtered)).toBe('/api/activity/export?search=dana%40&action=sign-in');
  });

  test('When the address holds nonsense, then it is left out', () => {
    expect(queryOf(view('action=dance&q=%20'))).toEqual({});
    expect(exportAddress(view(''))).toBe('/api/activity/export');
    expect(view(`q=${'x'.repeat(500)}`).search).toHaveLength(100);
  });
});
