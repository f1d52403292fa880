import type { Governor } from '@ridgeline/redis';

/** Lets every call go out immediately: the governor has tests of its own. */
export const unlimitedGovernor: Governor = {
  acquire: () => Promise.resolve(),
  block: () => Promise.resolve(),
  learnLimit: () => Promise.resolve(),
  learnDailyUse: () => Promise.resolve(),
  announceSync: () => Promise.resolve(),
  limited: () => Promise.resolve(),
  answered: () => Promise.resolve(),
};
