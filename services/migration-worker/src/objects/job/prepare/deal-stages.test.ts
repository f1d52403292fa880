import { describe, expect, test } from '@jest/globals';
import type { DealPipeline } from '@ridgeline/hubspot';
import { dealStages } from './deal-stages.ts';

const pipeline = (id: string, label: string, ...stages: string[]): DealPipeline => ({
  id,
  label,
  stages: stages.map((stage) => ({ id: stage, label: `Stage ${stage}`, isClosed: false })),
});
const pipelines = [pipeline('10', 'Roofing', 'r1', 'r2'), pipeline('default', 'Sales', 's1', 's2')];
const settings = { defaultDealPipeline: null, defaultDealStage: null, dealStageByMilestone: {} };

describe('Where deals are put', () => {
  test("When nothing is chosen, then it is the portal's default pipeline and its first stage", () => {
    expect(dealStages(settings, pipelines)).toMatchObject({ pipeline: 'default', firstStage: 's1' });
    expect(dealStages(settings, pipelines.slice(0, 1))).toMatchObject({ pipeline: '10', firstStage: 'r1' });
  });

  test('When pipeline, stage and milestones are chosen, then they are taken as they are spelt', () => {
    const chosen = dealStages(
      { defaultDealPipeline: '10', defaultDealStage: 'r2', dealStageByMilestone: { Approved: 'r1' } },
      pipelines,
    );
    expect(chosen).toEqual({
      pipeline: '10',
      firstStage: 'r2',
      byMilestone: new Map([['approved', 'r1']]),
      labels: new Map([
        ['r1', 'Stage r1'],
        ['r2', 'Stage r2'],
      ]),
    });
  });

  test.each([
    ['the pipeline is gone', { defaultDealPipeline: '99' }, /pipeline "99".*does not exist any more/],
    ['the stage is gone', { defaultDealStage: 'x' }, /stage "x".*new deals does not exist any more.*"Sales"/],
    [
      'the stage is one of another pipeline',
      { defaultDealStage: 'r2' },
      /"Stage r2".*belongs to the pipeline "Roofing", not to "Sales"/,
    ],
    [
      'a milestone has a stage that is gone',
      { dealStageByMilestone: { Closed: 'x' } },
      /stage "x".*milestone "Closed" does not exist any more/,
    ],
  ])('When %s, then the run fails with what to do', (_what, change, text) => {
    expect(() => dealStages({ ...settings, ...change }, pipelines)).toThrow(text);
    expect(() => dealStages({ ...settings, ...change }, pipelines)).toThrow(/start the migration again/);
  });

  test('When there is nothing to put deals in, then the run fails', () => {
    expect(() => dealStages(settings, [])).toThrow(/no pipeline/);
    expect(() => dealStages(settings, [pipeline('default', 'Sales')])).toThrow(/no stages/);
  });
});
