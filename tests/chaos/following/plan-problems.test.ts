import { describe, expect, test } from '@jest/globals';
import type { RecordChanges } from '@ridgeline/contracts';
import { planProblems, type PlanEvidence } from './plan-problems.ts';

const record = (sourceId: string, facts: Partial<RecordChanges>): RecordChanges => ({
  sourceId,
  kind: 'contact',
  outcome: 'created',
  hubspotId: null,
  name: 'Ann Reyes',
  reason: null,
  message: null,
  detail: null,
  field: null,
  changes: [{ property: 'city', label: 'City', before: null, after: 'Reno' }],
  warnings: [],
  ...facts,
});
const left = {
  outcome: 'skipped',
  reason: 'differs_from_plan',
  changes: [] as RecordChanges['changes'],
} as const;

/** Two contacts were shown, and both were created. */
const truth: PlanEvidence = {
  shown: [record('a', {}), record('b', {})],
  ran: [record('a', { hubspotId: '1' }), record('b', { hubspotId: '2' })],
  before: {},
  after: { 'contact 1': { city: 'Reno' }, 'contact 2': { city: 'Reno' } },
  isWhole: true,
};
/** The second one was refused by name. */
const refused = {
  ...truth,
  ran: [record('a', { hubspotId: '1' }), record('b', left)],
  after: { 'contact 1': { city: 'Reno' } },
};

describe('A run of a plan', () => {
  test('When what was shown was written, or was refused since something changed, then nothing is wrong', () => {
    expect(planProblems(truth)).toEqual([]);
    expect(planProblems({ ...refused, isWhole: false })).toEqual([]);
    const warned = record('b', {
      hubspotId: '2',
      changes: [],
      warnings: [{ code: 'left_out', message: 'no' }],
    });
    expect(planProblems({ ...truth, ran: [record('a', { hubspotId: '1' }), warned] })).toEqual([]);
  });

  test.each([
    [
      'another value was written',
      { ...truth, shown: [record('a', { changes: [] }), record('b', {})] },
      /a was written as/,
    ],
    [
      'an update was shown and it was created',
      { ...truth, shown: [record('a', { outcome: 'updated' }), record('b', {})] },
      /a was written as/,
    ],
    ['a record was not shown', { ...truth, shown: [record('a', {})] }, /b was written as .* showed nothing/],
    ['a record was refused though nothing changed', refused, /b was shown and not written/],
    ['the portal changed silently', { ...truth, after: { ...truth.after, 'deal 5': {} } }, /deal 5 changed/],
  ])('When %s, then it is found', (_, evidence, text) => {
    expect(planProblems(evidence).join('\n')).toMatch(text);
  });
});
