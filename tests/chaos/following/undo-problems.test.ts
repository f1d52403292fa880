import { describe, expect, test } from '@jest/globals';
import { undoProblems, type UndoEvidence } from './undo-problems.ts';

const before = { 'contact 1': { city: 'Reno' }, 'contact 2': { city: 'Waco' } };
const ran = {
  'contact 1': { city: 'Boise' },
  'contact 2': { city: 'Waco' },
  'contact 3': { city: 'Tyler' },
  'deal 4': { dealname: 'Roof' },
  'deal 4 and contact 3': ['Primary'],
};

/** A portal whose migration was undone, with nothing touched by users. */
const truth: UndoEvidence = { before, handed: ran, after: before, touches: [], spared: [] };

/** The same after users tied a note to the deal, which stays with its contact. */
const noted: UndoEvidence = {
  ...truth,
  after: { ...ran, 'contact 1': before['contact 1'] },
  touches: [{ key: 'deal 4', did: 'tie' }],
  spared: [
    { key: 'deal 4', reason: 'in_use_by_others' },
    { key: 'deal 4 and contact 3', reason: 'in_use_by_others' },
    { key: 'contact 3', reason: 'in_use_by_others' },
  ],
};

/** The same after users changed a value of a contact that was there before. */
const changed: UndoEvidence = {
  ...truth,
  handed: { ...ran, 'contact 1': { city: 'By hand' } },
  after: { ...before, 'contact 1': { city: 'By hand' } },
  touches: [{ key: 'contact 1', did: 'change', property: 'city' }],
};

describe('A portal after an undo', () => {
  test.each([
    ['no one touched anything and all is as before', truth],
    ['a deal in use is spared with what it is tied to', noted],
    ['a value that a user changed stays', changed],
    [
      'a record that a user deleted stays deleted',
      {
        ...truth,
        handed: { 'contact 2': before['contact 2'] },
        after: { 'contact 2': before['contact 2'] },
        touches: [{ key: 'contact 1', did: 'delete' }],
      } satisfies UndoEvidence,
    ],
    [
      'what users made is there',
      {
        ...truth,
        after: { ...before, 'deal 9': {} },
        touches: [{ key: 'deal 9', did: 'make' }],
      } satisfies UndoEvidence,
    ],
  ])('When %s, then nothing is wrong', (_, evidence) => {
    expect(undoProblems(evidence)).toEqual([]);
  });

  test.each([
    ['a created record is still there', { ...truth, after: ran }, /contact 3 is not as before/],
    ['a spared record is not named', { ...noted, spared: noted.spared.slice(1) }, /deal 4 is not as before/],
    [
      'a record is spared though nothing happened to it',
      { ...noted, touches: [] },
      /deal 4 was spared without a cause/,
    ],
    [
      'a contact is named that was not tied to what stays',
      { ...truth, spared: [{ key: 'contact 3', reason: 'in_use_by_others' }] },
      /contact 3 was spared without a cause/,
    ],
    [
      'a value by hand was set back',
      { ...changed, after: before },
      /city of contact 1 is not what a user made it/,
    ],
    ['a record in use was removed', { ...noted, after: before }, /deal 4 is gone/],
    [
      'a deleted record came back',
      {
        ...truth,
        touches: [{ key: 'contact 1', did: 'delete' as const }],
        after: { ...before, 'contact 1': {} },
      },
      /contact 1 was deleted by a user and is back/,
    ],
  ])('When %s, then it is found', (_, evidence, text) => {
    expect(undoProblems(evidence).join('\n')).toMatch(text);
  });
});
