import { describe, expect, test } from '@jest/globals';
import { CompanyHistory, updateEvent } from './company-history.ts';

function historyOf(...sequences: number[]): CompanyHistory {
  const history = new CompanyHistory({ perCompany: 3, inAll: 5 });
  for (const sequence of sequences) history.add('a', updateEvent(sequence, '{}'));
  return history;
}

const sequencesAfter = (history: CompanyHistory, sequence: number): number[] | null =>
  history.after('a', sequence)?.map((event) => event.sequence) ?? null;

describe("A company's last updates", () => {
  test('What came after the last one seen is replayed in order', () => {
    expect(sequencesAfter(historyOf(7, 8, 9), 7)).toEqual([8, 9]);
    expect(sequencesAfter(historyOf(7, 8, 9), 6)).toEqual([7, 8, 9]);
    expect(sequencesAfter(historyOf(7, 8, 9), 9)).toEqual([]);
  });

  test('Where something would be left out there is no replay', () => {
    expect(sequencesAfter(historyOf(7, 8, 9), 5)).toBeNull();
    expect(sequencesAfter(historyOf(7, 8, 9, 10), 6)).toBeNull();
    expect(sequencesAfter(historyOf(), 1)).toBeNull();
  });

  test('An id from the future is not trusted', () => {
    expect(sequencesAfter(historyOf(7), 8)).toBeNull();
  });

  test('A repeated update is recognized and not stored twice', () => {
    const history = historyOf(7, 8);
    expect(history.add('a', updateEvent(8, '{}'))).toBe('repeated');
    expect(history.add('a', updateEvent(3, '{}'))).toBe('repeated');
    expect(sequencesAfter(history, 7)).toEqual([8]);
  });

  test('When updates are missing, then what was before them is forgotten', () => {
    const history = historyOf(7, 8);
    expect(history.add('a', updateEvent(11, '{}'))).toBe('after-gap');
    expect(sequencesAfter(history, 8)).toBeNull();
    expect(sequencesAfter(history, 10)).toEqual([11]);
  });

  test('When all is too much, then the company that was quiet for longest is forgotten', () => {
    const history = historyOf(1, 2, 3);
    for (const sequence of [1, 2]) history.add('b', updateEvent(sequence, '{}'));
    history.add('a', updateEvent(4, '{}'));
    history.add('b', updateEvent(3, '{}'));
    expect(history.newest('a')).toBeNull();
    expect(history.newest('b')).toBe(3);
  });
});
