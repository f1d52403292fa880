import { expect, test } from '@jest/globals';
import { statesInWords } from './SyncHealth.tsx';

test('When connections are in several states, then each state is counted', () => {
  expect(statesInWords([{ state: 'waiting' }, { state: 'current' }, { state: 'current' }])).toBe(
    '2 connections up to date, 1 waiting',
  );
  expect(statesInWords([{ state: 'working' }])).toBe('1 connection copying');
});
