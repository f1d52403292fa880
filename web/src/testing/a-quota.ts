import type { DayUse, LimitUse } from '@ridgeline/contracts';

const none = { people: 0, sync: 0, migration: 0, background: 0 };

/** The unused limit of an AccuLynx key, for tests, with the given differences. */
export const aLimitUse = (difference: Partial<LimitUse> = {}): LimitUse => ({
  limit: 10,
  windowMs: 1_000,
  used: 0,
  usedBy: none,
  waiting: 0,
  waitingBy: none,
  freesAt: null,
  blockedUntil: null,
  ...difference,
});

/** HubSpot's day, for tests, with the given differences. */
export const aDayUse = (difference: Partial<DayUse> = {}): DayUse => ({
  limit: 650_000,
  used: 120_400,
  at: '2025-01-02T12:00:00.000Z',
  freesAt: '2025-01-03T06:00:00.000Z',
  reserved: false,
  ...difference,
});
