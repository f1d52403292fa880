import { expect, test } from '@jest/globals';
import { newDealPlace, stageAhead } from './deal-change.ts';

const stages = {
  pipeline: 'p',
  firstStage: 'first',
  byMilestone: new Map([
    ['lead', 's-lead'],
    ['approved', 's-approved'],
    ['completed', 's-approved'],
  ]),
  labels: new Map<string, string>(),
};
const options = { labelOf: (_property: string, value: string) => (value === 'lead_1' ? 'Lead' : null) };

const rules: [what: string, former: string | null, now: string | null, at: string, ahead: string | null][] = [
  ['the milestone advanced', 'Lead', 'Approved', 's-lead', 's-approved'],
  ['the milestone is written in another case', 'LEAD', 'approved', 's-lead', 's-approved'],
  ["the former milestone's option has a value of its own", 'lead_1', 'Approved', 's-lead', 's-approved'],
  ['the deal is in a stage of no milestone', 'Lead', 'Approved', 's-other', 's-approved'],
  ['the milestone is the same', 'Lead', 'Lead', 's-lead', null],
  ['the milestone is the same and the deal stands elsewhere', 'Lead', 'Lead', 's-other', null],
  ['the former milestone is not known', null, 'Approved', 's-lead', 's-approved'],
  ['the former milestone has no stage', 'Prospect', 'Approved', 'first', 's-approved'],
  ['the new milestone has no stage', 'Lead', 'Prospect', 's-lead', null],
  ['AccuLynx tells no milestone', 'Lead', null, 's-lead', null],
  ['both milestones have one stage', 'Approved', 'Completed', 's-approved', null],
];

test.each(rules)('When %s, then a stage lies ahead or none', (_what, former, now, at, ahead) => {
  const properties = { acculynx_milestone: former, pipeline: 'p', dealstage: at };
  expect(stageAhead({ id: '1', properties }, now, { stages, options })).toBe(ahead);
});

test('When people moved the deal to another pipeline, then no stage lies ahead', () => {
  const properties = { acculynx_milestone: 'Lead', pipeline: 'other', dealstage: 's-lead' };
  expect(stageAhead({ id: '1', properties }, 'Approved', { stages, options })).toBeNull();
});

test("When a deal is new, then it is put into its milestone's stage, else into the first one", () => {
  expect(newDealPlace('Approved', stages)).toEqual({ pipeline: 'p', dealstage: 's-approved' });
  expect(newDealPlace('Prospect', stages)).toEqual({ pipeline: 'p', dealstage: 'first' });
  expect(newDealPlace(null, stages)).toEqual({ pipeline: 'p', dealstage: 'first' });
});
