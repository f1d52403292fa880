import { expect, test } from '@jest/globals';
import { outcomeKinds } from '@ridgeline/contracts';
import { aMigration } from '../../testing/a-migration.ts';
import { followedText, followingText, migrationTitle, purposeOf } from '../summary/purpose.ts';
import { outcomesOf, wordsOfOutcome } from './outcomes.ts';

const undo = { follows: { migrationId: 3, as: 'undo' } } as const;
const retry = { follows: { migrationId: 3, as: 'retry' } } as const;

test('A migration is called by what it does, also where a server of the release before sent nothing about it', () => {
  const titles = [{}, { dryRun: true }, undo, { ...undo, dryRun: true }, retry, { ...retry, dryRun: true }];
  expect(titles.map((one) => migrationTitle(aMigration(one)))).toEqual([
    ...['Migration #12', 'Dry run #12', 'Undo #12', 'Undo preview #12', 'Migration #12', 'Dry run #12'],
  ]);
  expect(purposeOf({})).toBe('copy');
});

test('Two migrations name each other, from both sides', () => {
  expect([followingText(retry.follows), followedText({ dryRun: false, ...retry })]).toEqual([
    'Retry of',
    'Retried by',
  ]);
  expect(followedText({ dryRun: true, ...undo })).toBe('Undo previewed by');
});

test('When it is a dry run, then each outcome is one that would be', () => {
  const plan = outcomesOf(aMigration({ dryRun: true }), 'dryRun');
  expect(plan.map(({ text, count }) => [text, count])).toEqual([
    ['Would be created', 1900],
    ['Would be updated', 60],
    ['Would be unchanged', 25],
    ['Would be skipped', 12],
    ['Cannot be copied', 3],
  ]);
  for (const outcome of outcomeKinds)
    expect(wordsOfOutcome(outcome, 'dryRun').text).toMatch(/^(Would|Cannot) /);
});

test('When it undoes, then records are set back or spared, and an outcome that did not occur is not shown', () => {
  const none = { createdCount: 0 };
  const names = (migration: Parameters<typeof outcomesOf>[0]) =>
    outcomesOf(migration, 'undo').map(({ text }) => text);
  expect(names(aMigration(none))).toEqual(expect.arrayContaining(['Set back', 'Spared', 'Failed']));
  expect(names(aMigration(none))).not.toContain('Created again');
  expect(names(aMigration())).toContain('Created again');
});
