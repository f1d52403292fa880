import { expect, test } from '@jest/globals';
import type { Cleanup } from '@ridgeline/contracts';
import { cleanupMessage } from './cleanup-words.ts';

const one = (migrationId: number) => ({ id: migrationId, processId: 'a-process', migrationId });
const cleaned = (migrationId: number, outcome: Cleanup['cleanedProcesses'][number]['outcome']) => ({
  ...one(migrationId),
  outcome,
});
const said = (
  cleanedProcesses: Cleanup['cleanedProcesses'],
  waiting: Cleanup['waiting'] = [],
  untilReaping = 0,
) => cleanupMessage({ cleanedProcesses, waiting }, untilReaping);

test('The message names each migration by its number, and what the cleanup did to it', () => {
  expect(
    said([cleaned(4, 'handed-over'), cleaned(5, 'given-up'), cleaned(6, 'cancelled')], [one(7), one(8)]),
  ).toBe(
    'Cleaned up 3 orphaned processes. 2 orphaned processes had ended already. ' +
      'Migrations #4, #7, and #8 were offered to all workers, for the next free ones to take them. ' +
      'Migration #5 failed; its page says why. Migration #6 had been cancelled.',
  );
});

test('When there was nothing, or it was too early, then it says that and no more', () => {
  expect(said([])).toBe('There was nothing to clean up.');
  expect(said([], [], 1_200)).toBe(
    'Heartbeats could not arrive a moment ago. Processes get 2 s more to tell that they live.',
  );
});

test('When it is too early for some and others have ended, then it says both', () => {
  expect(said([], [one(7)], 500)).toMatch(
    /^Heartbeats could not arrive .* 1 orphaned process had ended already\. Migration #7 was offered/,
  );
});
