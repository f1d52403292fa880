import { describe, expect, test } from '@jest/globals';
import { ApiError } from '@ridgeline/contracts';
import type { AccessRecord } from '@ridgeline/contracts/internal';
import { decodeValue, outgoingEvent, topics } from '@ridgeline/events';
import { handleAccessChanges } from './identity-consumer.ts';

const record: AccessRecord = {
  userId: 7,
  companyId: 'co_a',
  administrator: false,
  version: 4,
  sessionEpoch: 2,
  revokedReason: null,
};

type Answer = () => Promise<AccessRecord>;

/** Handles one change; answers the verdict and what happened in which order. */
async function handle(
  put: () => Promise<void>,
  {
    told = record,
    accessOf = () => Promise.resolve(record),
  }: { told?: AccessRecord; accessOf?: Answer } = {},
) {
  const happened: unknown[] = [];
  const handler = handleAccessChanges({
    records: { put: (stored) => put().then(() => void happened.push(['put', stored])) },
    accessOf,
    onChange: (changed) => happened.push(['told', changed]),
  });
  const { userId, companyId, administrator, version, sessionEpoch } = told;
  const sent = outgoingEvent(topics.identityUser, {
    key: '7',
    value: { userId, companyId, administrator, version, sessionEpoch },
    envelope: { id: 'e', time: '2026-05-01T08:00:00.000Z', companyId },
  });
  const value = decodeValue(topics.identityUser, sent.value);
  return { verdict: await handler({ ...sent, value }), happened };
}

describe('A change of access', () => {
  test('The record is stored first, then the streams are notified', async () => {
    const { verdict, happened } = await handle(() => Promise.resolve());
    expect(verdict).toEqual({ verdict: 'done' });
    expect(happened).toEqual([
      ['put', record],
      ['told', record],
    ]);
  });

  test('When the event contradicts the auth service, then the auth service is trusted', async () => {
    const { verdict, happened } = await handle(() => Promise.resolve(), {
      told: { ...record, administrator: true, companyId: 'co_b' },
    });
    expect(verdict).toEqual({ verdict: 'done' });
    expect(happened).toEqual([
      ['put', record],
      ['told', record],
    ]);
  });

  test.each<[string, { told?: AccessRecord; accessOf?: Answer }, object]>([
    [
      'reports a change that auth never made',
      { told: { ...record, version: 5 } },
      { verdict: 'dead', kind: 'contradiction' },
    ],
    [
      'names no user',
      {
        accessOf: () =>
          Promise.reject(new ApiError(404, 'none', { error: '', message: '', code: 'user.not_found' })),
      },
      { verdict: 'dead', kind: 'unknown' },
    ],
    [
      'cannot be held against auth',
      { accessOf: () => Promise.reject(new ApiError(503, 'away', null)) },
      { verdict: 'retry' },
    ],
  ])('When the event %s, then it changes nothing', async (_, how, expected) => {
    const { verdict, happened } = await handle(() => Promise.resolve(), how);
    expect(verdict).toMatchObject(expected);
    expect(happened).toEqual([]);
  });

  test('When Redis is unavailable, then streams still end, and the event is delivered again', async () => {
    const { verdict, happened } = await handle(() => Promise.reject(new Error('away')));
    expect(verdict).toMatchObject({ verdict: 'retry' });
    expect(happened).toEqual([['told', record]]);
  });
});
