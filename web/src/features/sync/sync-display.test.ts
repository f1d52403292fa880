import { expect, test } from '@jest/globals';
import { aSync } from '../../testing/a-sync.ts';
import { behindFor, syncLook } from './sync-display.ts';

test('Each state is a word of its own, with what it means for the records', () => {
  expect(syncLook(aSync())).toMatchObject({ tone: 'success', text: 'Up to date' });
  expect(syncLook(aSync({ state: 'off' })).text).toBe('Off');
  const copying = syncLook(aSync({ state: 'working', waiting: 1_204 }));
  expect([copying.text, copying.reason]).toEqual(['Copying', '1,204 records waiting to be copied.']);
});

test('When no record waits and the last round is not over, then no number of records is shown', () => {
  const last = syncLook(aSync({ state: 'working', waiting: 0 }));
  expect([last.text, last.reason]).toEqual(['Copying', 'The last changes are being copied.']);
});

test('When records failed, then their changes are not said to be in HubSpot', () => {
  expect(syncLook(aSync({ deadLetters: 1 })).reason).toBe(
    'All known changes in AccuLynx are in HubSpot, except those of failed records.',
  );
});

test('When a vendor is awaited, then the reason says which, and that no change is lost', () => {
  const waiting = aSync({ state: 'waiting', waitingFor: 'HubSpot does not accept the token' });
  expect(syncLook(waiting)).toMatchObject({
    tone: 'warning',
    text: 'Waiting',
    reason: 'HubSpot does not accept the token. No change is lost; copying resumes automatically.',
  });
});

test('When the oldest record waits longer than 10 minutes, then auto-sync is behind by that time', () => {
  const now = Date.parse('2025-01-02T12:20:00.000Z');
  const since = (oldestWaitingAt: string | null) => behindFor({ oldestWaitingAt }, now);
  expect(since(null)).toBeNull();
  expect(since('2025-01-02T12:10:00.000Z')).toBeNull();
  expect(since('2025-01-02T12:09:59.000Z')).toBe(601_000);
});
