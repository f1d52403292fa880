import { expect, test } from '@jest/globals';
import { newDealPlace, stageMove } from './stage-move.ts';

const stages = {
  pipeline: 'p',
  firstStage: 'first',
  byMilestone: new Map([
    ['lead', 's-lead'],
    ['approved', 's-approved'],
    ['completed', 's-approved'],
  ]),
};
const options = { labelOf: (_property: string, value: string) => (value === 'lead_1' ? 'Lead' : null) };

const rules: [what: string, former: string | null, now: string | null, at: string, moved: string | null][] = [
  ['the milestone went on and the deal is where we put it', 'Lead', 'Approved', 's-lead', 's-approved'],
  ['the milestone is written in another case', 'LEAD', 'approved', 's-lead', 's-approved'],
  ["the former milestone's option has a value of its own", 'lead_1', 'Approved', 's-lead', 's-approved'],
  ['people moved the deal', 'Lead', 'Approved', 's-other', null],
  ['the milestone is the same', 'Lead', 'Lead', 's-lead', null],
  ['the milestone is the same and people moved the deal', 'Lead', 'Lead', 's-other', null],
  ['the former milestone is not known', null, 'Approved', 's-lead', null],
  [
    'the former milestone has no stage, and the deal is in the first one',
    'Prospect',
    'Approved',
    'first',
    's-approved',
  ],
  ['the former milestone has no stage, and people moved the deal', 'Prospect', 'Approved', 's-lead', null],
  ['the new milestone has no stage', 'Lead', 'Prospect', 's-lead', null],
  ['AccuLynx tells no milestone', 'Lead', null, 's-lead', null],
  ['both milestones have one stage', 'Approved', 'Completed', 's-approved', null],
];

test.each(rules)('When %s, then the deal moves or stays', (_what, former, now, at, moved) => {
  const properties = { acculynx_milestone: former, pipeline: 'p', dealstage: at };
  const move = stageMove({ id: '1', properties }, now, { stages, options });
  expect(move).toEqual(moved === null ? {} : { dealstage: moved });
});

test('When people moved the deal to another pipeline, then it stays there', () => {
  const properties = { acculynx_milestone: 'Lead', pipeline: 'other', dealstage: 's-lead' };
  expect(stageMove({ id: '1', properties }, 'Approved', { stages, options })).toEqual({});
});

test("When a deal is new, then it is put into its milestone's stage, else into the first one", () => {
  expect(newDealPlace('Approved', stages)).toEqual({ pipeline: 'p', dealstage: 's-approved' });
  expect(newDealPlace('Prospect', stages)).toEqual({ pipeline: 'p', dealstage: 'first' });
  expect(newDealPlace(null, stages)).toEqual({ pipeline: 'p', dealstage: 'first' });
});
