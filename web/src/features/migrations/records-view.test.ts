import { expect, test } from '@jest/globals';
import { filterOf, readRecordsView, withoutRecords, writeRecordsView } from './records-view.ts';

const read = (address: string) => readRecordsView(new URLSearchParams(address));

test('The address holds which records are shown, and the server is asked for the same', () => {
  const address = writeRecordsView(new URLSearchParams('q=log'), {
    ...{ outcome: 'failed', kind: 'contact', reason: 'invalid_email', search: ' Ann ' },
  });
  const view = readRecordsView(address);
  expect(view).toMatchObject({ open: true, outcome: 'failed', kind: 'contact', ignored: [] });
  expect(filterOf(view)).toEqual({
    ...{ outcome: 'failed', kind: 'contact', reason: 'invalid_email', search: 'Ann' },
  });
  expect(withoutRecords(address).toString()).toBe('q=log');
});

test('When nothing is filtered, then all are asked for; what is not understood is named', () => {
  expect(filterOf(read('records=all'))).toEqual({});
  expect([read('').open, read('records=all').open]).toEqual([false, true]);
  expect(read('records=lost').ignored).toEqual(['records']);
});
