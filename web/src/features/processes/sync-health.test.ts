import { expect, test } from '@jest/globals';
import { holdsInWords, statesInWords } from './SyncHealth.tsx';

test('When connections are in several states, then each state is counted', () => {
  expect(statesInWords([{ state: 'waiting' }, { state: 'current' }, { state: 'current' }])).toBe(
    '2 connections up to date, 1 waiting',
  );
  expect(statesInWords([{ state: 'working' }])).toBe('1 connection copying');
});

test('When a worker holds portals, then their count is named, and that it is unhealthy', () => {
  const lastHeartbeat = '2026-11-25T10:00:00.000Z';
  expect(holdsInWords({ syncs: 1, isHealthy: true, lastHeartbeat }, undefined)).toBe(
    'Syncs 1 HubSpot portal',
  );
  expect(holdsInWords({ syncs: 12, isHealthy: false, lastHeartbeat }, '2026-11-25T10:02:00.000Z')).toBe(
    'Syncs 12 HubSpot portals; unhealthy, last heartbeat 2 minutes ago',
  );
});
