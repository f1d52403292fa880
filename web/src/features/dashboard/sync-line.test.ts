import { expect, test } from '@jest/globals';
import { aSync } from '../../testing/a-sync.ts';
import { syncLineOf } from './sync-line.ts';

test('When all is up to date, then the line counts the records of all connections, and tells the newest change', () => {
  const older = aSync({ connectionId: 4, linked: 88, lastChangeAt: '2025-01-02T11:00:00.000Z' });
  expect(syncLineOf([older, aSync()])).toMatchObject({
    state: 'current',
    tone: 'success',
    text: 'All 7,000 records up to date',
    lastChangeAt: '2025-01-02T11:59:59.200Z',
  });
  expect(syncLineOf([aSync({ linked: 1 })]).text).toBe('1 record up to date');
});

test('When records failed, or are not counted yet, then the line does not claim more than is known', () => {
  expect(syncLineOf([aSync({ deadLetters: 2 })]).text).toBe(
    'All 6,912 records up to date, except 2 that failed',
  );
  expect(syncLineOf([aSync({ linked: null }), aSync({ connectionId: 4 })]).text).toBe(
    'All records up to date',
  );
});

test('When records wait in one connection, then the line says how many, whatever the others do', () => {
  const working = aSync({ connectionId: 4, state: 'working', waiting: 12, linked: 0 });
  expect(syncLineOf([aSync(), working])).toMatchObject({
    state: 'working',
    text: '12 records waiting, 6,912 records in HubSpot',
    reason: null,
  });
  expect(syncLineOf([aSync({ state: 'working', linked: null })]).text).toBe(
    'The last changes are being copied',
  );
});

test('When a connection waits for its credentials, then that comes first, with the reason', () => {
  const held = { state: 'waiting', waiting: 3, waitingFor: 'HubSpot does not accept the token' } as const;
  expect(syncLineOf([aSync({ connectionId: 4, state: 'working', waiting: 2 }), aSync(held)])).toMatchObject({
    state: 'waiting',
    tone: 'warning',
    text: '5 records waiting, 13,824 records in HubSpot',
    reason: 'HubSpot does not accept the token. No change is lost; copying resumes automatically.',
  });
});

test('When auto-sync is off everywhere, or was never on, then the line says that, and counts nothing', () => {
  const off = { state: 'off', text: 'Auto-sync is off', lastChangeAt: null };
  expect(syncLineOf([])).toMatchObject(off);
  expect(syncLineOf([aSync({ state: 'off' })])).toMatchObject(off);
  expect(
    syncLineOf([aSync({ state: 'off', linked: 500, waiting: 3 }), aSync({ connectionId: 4 })]),
  ).toMatchObject({
    text: 'All 6,912 records up to date',
  });
});
