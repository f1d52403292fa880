import { expect, test } from '@jest/globals';
import type { SyncUpdate } from '@ridgeline/contracts';
import { eventEnvelope, outgoingEvent, decodeValue, topics } from '@ridgeline/events';
import { handleSyncUpdates } from './live-consumer.ts';

const update: SyncUpdate = {
  status: {
    connectionId: 7,
    state: 'working',
    upToDateAsOf: '2026-01-05T09:00:00.000Z',
    waiting: 1,
    oldestWaitingAt: '2026-01-05T09:00:01.000Z',
    delayMs: 2_000,
    lastEventAt: '2026-01-05T09:00:01.000Z',
    waitingFor: null,
    deadLetters: 0,
    leftToMigrations: 3,
  },
  records: [],
};

const handle = async (updateJson: string) => {
  const told: unknown[] = [];
  const handler = handleSyncUpdates({ tell: (...event) => void told.push(event) });
  const value = { connectionId: 7, companyId: 'roofers', updateJson, upToDateAsOf: '' };
  const event = outgoingEvent(topics.syncUpdate, {
    key: 'roofers',
    value,
    envelope: eventEnvelope('roofers'),
  });
  const result = await handler({ ...event, value: decodeValue(topics.syncUpdate, event.value) });
  return { told, result };
};

test("When the sync of a connection changes, then its company's pages are shown how it stands", async () => {
  expect(await handle(JSON.stringify(update))).toEqual({
    told: [['roofers', 'sync-update', update]],
    result: { verdict: 'done' },
  });
});

test('When an update of a sync makes no sense, then it is refused', async () => {
  for (const json of ['', '{}', '{"status":{}}']) {
    const { told, result } = await handle(json);
    expect({ told, verdict: result.verdict }).toEqual({ told: [], verdict: 'dead' });
  }
});
