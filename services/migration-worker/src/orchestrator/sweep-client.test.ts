import { describe, expect, test } from '@jest/globals';
import { anOrder } from '../sweep/testing.ts';
import { sweepClient } from './sweep-client.ts';
import { answeredCalls, refusal } from './testing/answered-calls.ts';

const worker = { processId: '0', serverInstanceId: 'host', pid: 1 };
const sweep = { runId: 7, epoch: 2 };
const never = new AbortController().signal;

const grant = {
  epoch: 2,
  leaseMs: 5_000,
  claimedAt: '2026-11-25T10:00:00.000Z',
  sweep: anOrder(),
};

/** A client whose calls are all answered with this, or fail with it. */
function answering(answer: unknown) {
  const { calls, asked } = answeredCalls(answer);
  return { client: sweepClient({ ...calls, worker }), asked };
}

describe('The orchestrator is asked about sweeps', () => {
  test('When a sweep is claimed that another worker has, then there is no grant', async () => {
    expect(await answering(refusal('run.not_claimable')).client.claim({ runId: 7 })).toBeNull();
    const { client, asked } = answering(grant);
    expect(await client.claim({ runId: 7 })).toEqual(grant);
    expect(asked).toEqual([['/internal/sweeps/{id}/claims', { id: '7' }, worker]]);
  });

  test('When leases are renewed, then sweeps are named by their ids, and free places are offered', async () => {
    const renewedAt = '2026-11-25T10:00:05.000Z';
    const { client, asked } = answering({
      sweeps: [{ sweepId: 7, state: 'held' }],
      offers: [{ sweepId: 8 }],
      grants: [{ sweepId: 9, ...grant }],
      renewedAt,
    });
    expect(await client.renew(3, [sweep])).toEqual({
      runs: [{ runId: 7, state: 'held', uncounted: 0 }],
      offers: [{ runId: 9, grant }, { runId: 8 }],
      isWorkOpen: true,
      renewedAt,
    });
    expect(asked).toEqual([
      [
        '/internal/sweeps/renewals',
        undefined,
        {
          ...worker,
          freePlaces: 3,
          passes: ['recent', 'all', 'portal', 'written'],
          takesGrants: true,
          sweeps: [{ sweepId: 7, epoch: 2 }],
        },
      ],
    ]);
  });

  test('When a page, the end and a release are reported, then each carries the epoch', async () => {
    const { client, asked } = answering({});
    const page = { readAt: '2026-11-25T10:00:00.000Z', records: [], cursor: { page: 1 }, calls: 2 };
    await client.reportPage(sweep, page, never);
    await client.end(sweep, 3, never);
    await client.release(sweep, { ms: 1_000, reason: 'AccuLynx' });
    await client.release(sweep);
    expect(asked).toEqual([
      ['/internal/sweeps/{id}/pages', { id: '7' }, { ...page, epoch: 2 }],
      ['/internal/sweeps/{id}/ends', { id: '7' }, { epoch: 2, calls: 3 }],
      ['/internal/sweeps/{id}/releases', { id: '7' }, { epoch: 2, wait: { ms: 1_000, reason: 'AccuLynx' } }],
      ['/internal/sweeps/{id}/releases', { id: '7' }, { epoch: 2 }],
    ]);
  });

  test('When a sweep comes with its grant, then it is not claimed again', async () => {
    const { client, asked } = answering({});
    expect(await client.claim({ runId: 9, grant })).toBe(grant);
    expect(asked).toEqual([]);
  });

  test('When several sweeps are reported, then one call carries them, and answers which are lost', async () => {
    const { client, asked } = answering({ lost: [8] });
    const page = { readAt: '2026-11-25T10:00:00.000Z', records: [], cursor: { page: 1 }, calls: 2 };
    const reports = [
      { sweep, page, end: null },
      { sweep: { runId: 8, epoch: 4 }, page: null, end: { calls: 1 } },
    ];
    expect(await client.reportJointly(reports)).toEqual([8]);
    expect(asked).toEqual([
      [
        '/internal/sweeps/reports',
        undefined,
        {
          reports: [
            { sweepId: 7, epoch: 2, page, end: null },
            { sweepId: 8, epoch: 4, page: null, end: { calls: 1 } },
          ],
        },
      ],
    ]);
  });

  test('When a page is reported under a lost lease, then the sweep is lost', async () => {
    const { client } = answering(refusal('run.lease_lost'));
    const page = { readAt: '2026-11-25T10:00:00.000Z', records: [], cursor: null, calls: 0 };
    await expect(client.reportPage(sweep, page, never)).rejects.toMatchObject({ reason: 'lost' });
    await expect(client.end(sweep, 0, never)).rejects.toMatchObject({ reason: 'lost' });
  });
});
