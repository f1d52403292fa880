import { RunResult } from '@ridgeline/events';
import { describe, expect, test } from '@jest/globals';
import { RunFailed } from '../base/run-errors.ts';
import { aRun, secrets } from './testing/a-migration-run.ts';

describe('A run whose batches an earlier worker left', () => {
  const left = {
    plannedRecords: 40,
    nextBatch: 5,
    unfinished: [
      {
        batch: 4,
        revision: 1,
        kind: 'contact',
        pass: 'records' as const,
        cursor: null,
        records: ['a', 'b'].map((sourceId) => ({
          sourceId,
          name: sourceId,
          action: 'create' as const,
          warnings: [],
          properties: { acculynx_contact_id: sourceId },
        })),
      },
    ],
  };
  const toBeClosed = { ...left, closing: true };

  test('When it only has to be closed, then what is there is reported, AccuLynx is not read, and the end is reported', async () => {
    const { run, target, reports, refusals } = aRun({ claim: toBeClosed });
    const hubspotId = target.add({ acculynx_contact_id: 'a' });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(target.calls.map(({ kind }) => kind)).toEqual(['read']);
    expect(reports().filter(({ case: kind }) => kind !== 'progress')).toMatchObject([
      { case: 'batchDone', value: { batch: 4, outcomes: [{ sourceId: 'a', hubspotId }] } },
      { case: 'finished', value: { result: RunResult.CANCELLED, sourceCount: 40, failureMessage: '' } },
    ]);
    expect(refusals).toEqual([]);
  });

  test('When a dry run is only to be closed, then all that was planned is reported, and neither vendor is asked', async () => {
    const { run, target, reports } = aRun({ claim: { ...toBeClosed, settings: { dryRun: true } } });
    expect(await run()).toEqual({ exit: 'finished' });
    expect(target.calls).toEqual([]);
    expect(reports().filter(({ case: kind }) => kind !== 'progress')).toMatchObject([
      { case: 'batchDone', value: { batch: 4, outcomes: [{ sourceId: 'a' }, { sourceId: 'b' }] } },
      { case: 'finished', value: { result: RunResult.CANCELLED } },
    ]);
  });

  test('When it only has to be closed and the token is rejected, then the rejection is reported, and the end too', async () => {
    const { run, target, reports, refusals } = aRun({ claim: toBeClosed });
    target.before = () => Promise.reject(new RunFailed('Refused', { refusedBy: 'HubSpot' }));
    expect(await run()).toEqual({ exit: 'finished' });
    expect(refusals).toEqual(['HubSpot']);
    expect(reports().at(-1)).toMatchObject({ case: 'finished', value: { result: RunResult.CANCELLED } });
  });

  test.each(['cancelled', 'failed'] as const)(
    'When it is %s before it has begun, then what an earlier worker wrote is read back and nothing is written',
    async (end) => {
      let asked = 0;
      const { run, lease, target, reports } = aRun({
        claim: left,
        parts: {
          secrets: (_settings, signal) => {
            asked += 1;
            if (asked > 1) return Promise.resolve(secrets);
            if (end === 'cancelled') lease.stop('cancelled');
            signal.throwIfAborted();
            return Promise.reject(new RunFailed('The connection is gone.'));
          },
        },
      });
      const hubspotId = target.add({ acculynx_contact_id: 'a' });
      expect(await run()).toEqual({ exit: 'finished' });
      expect(target.writes).toEqual([]);
      const result = end === 'cancelled' ? RunResult.CANCELLED : RunResult.FAILED;
      expect(reports().filter(({ case: kind }) => kind !== 'progress')).toMatchObject([
        { case: 'batchDone', value: { batch: 4, outcomes: [{ sourceId: 'a', hubspotId }] } },
        { case: 'finished', value: { result, sourceCount: 40 } },
      ]);
    },
  );
});
