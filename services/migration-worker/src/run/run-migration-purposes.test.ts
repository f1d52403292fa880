import { OutcomeKind } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import { aRun } from './testing/a-migration-run.ts';

describe('What a run is for', () => {
  test.each([
    [{ dryRun: true }, 'Dry run: reading contacts from AccuLynx; nothing is written to HubSpot'],
    [
      { follows: { migrationId: 4, as: 'plan' } } as const,
      'Reading contacts from AccuLynx; what differs from the plan of #4 is not written',
    ],
    [
      { follows: { migrationId: 4, as: 'retry' }, onlyChosen: true } as const,
      'Reading the chosen contacts from AccuLynx',
    ],
  ])('When it is %j, then its log begins with what that means', async (settings, message) => {
    const { run, reports } = aRun({ claim: { settings } });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(reports()[0]).toMatchObject({ value: { log: [{ message }] } });
  });

  test('When it is a dry run, then it reports what would be created, without marks, and has written nothing', async () => {
    const { run, target, reports } = aRun({ claim: { settings: { dryRun: true } } });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(target.writes).toEqual([]);
    const done = reports().find((report) => report.case === 'batchDone');
    const created = { kind: OutcomeKind.CREATED, hubspotId: '' };
    expect(done).toMatchObject({
      value: {
        outcomes: [
          { sourceId: 'a', ...created },
          { sourceId: 'b', ...created },
        ],
        log: expect.arrayContaining([expect.objectContaining({ message: 'Batch 1: 2 would be created' })]),
      },
    });
    expect(done).toHaveProperty('value.outcomes.0.written.length', 0);
  });
});
