import { describe, expect, test } from '@jest/globals';
import { syncClient } from './sync-client.ts';
import { answeredCalls, refusal } from './testing/answered-calls.ts';

const worker = { processId: '0', serverInstanceId: 'host', pid: 1 };
const sync = { runId: 7, epoch: 2 };
const never = new AbortController().signal;

/** A client whose calls are all answered with this, or fail with it. */
function answering(answer: unknown) {
  const { calls, asked } = answeredCalls(answer);
  return { client: syncClient({ ...calls, worker }), asked };
}

describe('The orchestrator is asked about syncs', () => {
  test('When a sync is claimed that another worker has, then there is no grant', async () => {
    const refused = refusal('run.not_claimable');
    expect(await answering(refused).client.claim({ runId: 7 })).toBeNull();
    const { client, asked } = answering({ epoch: 2, leaseMs: 5_000 });
    expect(await client.claim({ runId: 7 })).toEqual({ epoch: 2, leaseMs: 5_000 });
    expect(asked).toEqual([['/internal/syncs/{id}/claims', { id: '7' }, worker]]);
  });

  test('When leases are renewed, then syncs are named by their ids, and free places are offered', async () => {
    const { client, asked } = answering({
      syncs: [{ syncId: 7, state: 'held', uncounted: 1 }],
      offers: [{ syncId: 8 }],
    });
    expect(await client.renew(3, [sync])).toEqual({
      runs: [{ runId: 7, state: 'held', uncounted: 1 }],
      offers: [{ runId: 8 }],
      isWorkOpen: true,
    });
    expect(asked).toEqual([
      ['/internal/syncs/renewals', undefined, { ...worker, freePlaces: 3, syncs: [{ syncId: 7, epoch: 2 }] }],
    ]);
  });

  test.each([
    [true, true],
    [false, false],
    [undefined, true],
  ])('When the orchestrator says %s about auto-sync, then work is open: %s', async (syncsOn, isWorkOpen) => {
    const { client } = answering({ syncs: [], offers: [], ...(syncsOn !== undefined && { syncsOn }) });
    expect(await client.renew(3, [])).toMatchObject({ isWorkOpen });
  });

  test('When a plan of a round is stored, then it goes there with its moment, and all conflicts come back', async () => {
    const answer = { taken: [], outdated: [{ sourceId: 'a', hubspotId: null }], inUse: true };
    const { client, asked } = answering(answer);
    const plan = { revision: 1, kind: 'contact', pass: 'records' as const, cursor: null, records: [] };
    const readAt = '2026-11-25T10:00:00.000Z';
    expect(await client.ledgerOf(4).storePlan(sync, { batch: 1, ...plan, readAt }, never)).toEqual(answer);
    expect(asked).toEqual([
      [
        '/internal/syncs/{id}/rounds/{round}/batches/{batch}/plan',
        { id: '7', round: '4', batch: '1' },
        { ...plan, readAt, epoch: 2 },
      ],
    ]);
  });

  test('When existing records are noted under a lost lease, then the sync is lost', async () => {
    const { client } = answering(refusal('run.lease_lost'));
    const existing = { sourceIds: ['a'], complete: true };
    await expect(client.noteExisting(sync, 4, existing, never)).rejects.toMatchObject({ reason: 'lost' });
  });

  test('When it is asked what waits, then an orchestrator of the release before has nothing; a refusal is none the less heard', async () => {
    const { client, asked } = answering({ sourceIds: ['a', 'b'] });
    expect(await client.findWaiting(sync, 4, never)).toEqual(['a', 'b']);
    expect(asked).toEqual([
      ['/internal/syncs/{id}/rounds/{round}/waiting-records', { id: '7', round: '4' }, { epoch: 2 }],
    ]);
    const waiting = (code: Parameters<typeof refusal>[0]) =>
      answering(refusal(code)).client.findWaiting(sync, 4, never);
    expect(await waiting('request.not_found')).toEqual([]);
    await expect(waiting('run.lease_lost')).rejects.toMatchObject({ reason: 'lost' });
    await expect(waiting('request.invalid')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});
