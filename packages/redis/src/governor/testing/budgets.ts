import type { Budget } from '../budget.ts';

/** For tests: the budgets of a vendor that limits each key, and the address that keys share, whose breach is a ban. */
export const keyAndAddress = (
  key: string,
  address: string,
): readonly [perKey: Budget, perAddress: Budget] => [
  { key: `vendor:key:${key}`, limit: 10, windowMs: 1_000 },
  { key: `vendor:address:${address}`, limit: 30, windowMs: 1_000, banMs: 30_000 },
];

/** For tests: the budget of a vendor that limits each token alone. */
export const perToken = (token: string): Budget => ({
  key: `other-vendor:token:${token}`,
  limit: 100,
  windowMs: 10_000,
});
