import { describe, expect, test } from '@jest/globals';
import { deliveryOf, type Published } from './delivery.ts';
import type { ReaderReport } from './readers-task.ts';

/** Versions of migration 1, each 100 ms after the one before. */
function published(company: string, ...versions: readonly number[]): Published[] {
  return versions.map((version) => ({ company, migrationId: 1, version, writtenAt: version * 100 }));
}

/** A reader that received each version when it was written, or so many milliseconds later. */
function aReader(versions: readonly number[], report: Partial<ReaderReport> = {}, lateMs = 0): ReaderReport {
  const arrivals = versions.map((version) => ({ migrationId: 1, version, at: version * 100 + lateMs }));
  return { company: 'one', arrivals, away: [], refusals: 0, ...report };
}

const waitsOf = (reader: ReaderReport): number[] =>
  deliveryOf(published('one', 1, 2, 3), [reader]).waits.map(({ ms }) => ms);

describe('what readers of the live stream saw', () => {
  test('When each reader saw each version of its company once and in order, then nothing is amiss', () => {
    const two = aReader([1, 2], { company: 'two' });
    expect(
      deliveryOf([...published('one', 1, 2, 3), ...published('two', 1, 2)], [aReader([1, 2, 3]), two]),
    ).toEqual(expect.objectContaining({ delivered: 5, missed: 0, doubled: 0, foreign: 0 }));
  });

  test.each([
    ['in between', [1, 3], 1],
    ['at the end', [1], 2],
    ['at all', [], 3],
  ])('A version that did not come %s is missed', (_, versions, missed) => {
    expect(deliveryOf(published('one', 1, 2, 3), [aReader(versions)])).toMatchObject({ missed, doubled: 0 });
  });

  test.each([
    ['A version that comes twice', [1, 2, 2, 3]],
    ['An older version after a newer one', [1, 3, 2]],
  ])('%s is doubled, and not missed', (_, versions) => {
    expect(deliveryOf(published('one', 1, 2, 3), [aReader(versions)])).toMatchObject({
      missed: 0,
      doubled: 1,
    });
  });

  test('Versions of two migrations are counted apart', () => {
    const both = [...published('one', 1, 2), { company: 'one', migrationId: 2, version: 1, writtenAt: 250 }];
    const arrivals = both.map(({ migrationId, version, writtenAt }) => ({
      migrationId,
      version,
      at: writtenAt,
    }));
    expect(deliveryOf(both, [aReader([], { arrivals })])).toMatchObject({ missed: 0, doubled: 0 });
  });

  test('What was published to another company only is foreign', () => {
    const readers = [aReader([1, 2], { company: 'two' })];
    expect(deliveryOf([...published('one', 2), ...published('two', 1)], readers)).toMatchObject({
      missed: 0,
      foreign: 1,
    });
  });

  test('A wait is from the writing to the coming', () => {
    expect(waitsOf(aReader([1, 2, 3], {}, 40))).toEqual([40, 40, 40]);
  });

  test('A version that waited for its reader to come back counts for no wait', () => {
    // Version 1 came in time, 2 was written while the reader was disconnected, 3 came live.
    const away = [{ from: 190, to: 290 }];
    const arrivals = [140, 290, 340].map((at, index) => ({ migrationId: 1, version: index + 1, at }));
    expect(waitsOf(aReader([], { arrivals, away }))).toEqual([40, 40]);
  });
});
