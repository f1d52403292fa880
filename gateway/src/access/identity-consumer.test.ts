import { describe, expect, test } from '@jest/globals';
import { decodeValue, outgoingEvent, topics } from '@ridgeline/events';
import type { AccessRecord } from '@ridgeline/redis';
import { handleAccessChanges } from './identity-consumer.ts';

const record: AccessRecord = {
  userId: 7,
  companyId: 'co_a',
  administrator: false,
  version: 4,
  sessionEpoch: 2,
  revokedReason: null,
};

/** Handles one change; answers the verdict and what happened in which order. */
async function handle(put: () => Promise<void>) {
  const happened: unknown[] = [];
  const handler = handleAccessChanges({
    records: { put: (stored) => put().then(() => void happened.push(['put', stored])) },
    onChange: (changed) => happened.push(['told', changed]),
  });
  const { userId, companyId, administrator, version, sessionEpoch } = record;
  const sent = outgoingEvent(topics.identityUser, {
    key: '7',
    value: { userId, companyId, administrator, version, sessionEpoch },
    envelope: { id: 'e', time: '2026-05-01T08:00:00.000Z', companyId },
  });
  const value = decodeValue(topics.identityUser, sent.value);
  return { verdict: await handler({ ...sent, value }), happened };
}

describe('A change of access', () => {
  test('First the record is put, then the streams are told', async () => {
    const { verdict, happened } = await handle(() => Promise.resolve());
    expect(verdict).toEqual({ verdict: 'done' });
    expect(happened).toEqual([
      ['put', record],
      ['told', record],
    ]);
  });

  test('When Redis is away, then streams end all the same, and the event comes again', async () => {
    const { verdict, happened } = await handle(() => Promise.reject(new Error('away')));
    expect(verdict).toMatchObject({ verdict: 'retry' });
    expect(happened).toEqual([['told', record]]);
  });
});
