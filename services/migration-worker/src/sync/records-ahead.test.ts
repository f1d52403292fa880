import { describe, expect, test } from '@jest/globals';
import { RecordsAhead } from './records-ahead.ts';
import { aDueRecord, aRound } from './testing.ts';

const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `c-${String(from + index)}`);
const roundOf = (round: number, records: readonly string[]) =>
  aRound({ round, records: records.map((id) => aDueRecord(id)) });

/** A list that round 1 reads and that contains 250 waiting records. */
function aList() {
  const wholes: number[] = [];
  const ahead = new RecordsAhead({ onWhole: () => wholes.push(ahead.offers.length) });
  const list = ahead.begin(aRound(), ids(0, 250));
  const note = (...noted: readonly string[]) => {
    for (const id of noted) list.note(id);
  };
  return { ahead, list, note, wholes };
}

describe('What a list holds while it is read', () => {
  test('When a whole round of records that wait was read, then it is offered; others, and fewer, are not', () => {
    const { ahead, note, wholes } = aList();
    note('not due', ...ids(0, 99), 'c-98');
    expect(ahead.offers).toEqual([]);
    note('c-99', 'c-100');
    expect(wholes).toEqual([1]);
    expect(ahead.offers).toEqual([{ connectionId: 3, migrationType: 'contacts', sourceIds: ids(0, 100) }]);
  });

  test('When a round of what was offered is taken, then the next records are offered', () => {
    const { ahead, note } = aList();
    note(...ids(0, 210));
    ahead.taken(roundOf(2, ids(0, 90)));
    expect(ahead.offers).toMatchObject([{ sourceIds: ids(100, 200) }]);
  });

  test('When another round is taken while the list is read, then its records are not offered', () => {
    const { ahead, note } = aList();
    note(...ids(0, 50));
    ahead.taken(roundOf(2, ids(40, 140)));
    note(...ids(50, 200));
    expect(ahead.offers).toMatchObject([{ sourceIds: [...ids(0, 40), ...ids(140, 200)] }]);
    ahead.taken({ ...roundOf(3, ids(0, 40)), connectionId: 4 });
    expect(ahead.offers).toHaveLength(1);
  });

  test('When what was offered is not due, then it is not offered again', () => {
    const { ahead, note } = aList();
    note(...ids(0, 150));
    ahead.taken(roundOf(2, []));
    expect(ahead.offers).toEqual([]);
  });

  test('When the list was read to its end, then none of its records are offered', () => {
    const { ahead, list, note } = aList();
    note(...ids(0, 150));
    list[Symbol.dispose]();
    expect(ahead.offers).toEqual([]);
  });
});
