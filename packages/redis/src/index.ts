export { keptWindowMs, type Budget, type DailyUse } from './governor/budget.ts';
export { createUseReader, type BudgetUse, type ReadUse } from './budget-use/budget-use.ts';
export type {
  AcquireOptions,
  Governor,
  GovernorState,
  GovernorWait,
  UnnamedRefusal,
} from './governor/governor.ts';
export type { WaitCause } from './governor/limit-store.ts';
export { priorities, type Priority } from './governor/call-order.ts';
export { createGovernor, type GovernorOptions } from './governor/shared-governor.ts';
export { createLocks, type Locks, type LockTimes } from './lock.ts';
export {
  openRedis,
  type OnKeyChange,
  type Redis,
  type RedisClient,
  type RedisOptions,
} from './open-redis.ts';
export { aclFile, aclRules, redisUsers, type RedisUser } from './users/redis-rights.ts';
export {
  accountKey,
  createAttemptThrottle,
  type Attempt,
  type AttemptThrottle,
  type ThrottleRule,
} from './throttle/attempt-throttle.ts';
export { clientNetwork } from './throttle/client-network.ts';
export { createVersionedRecords, type VersionedRecords } from './versioned-records.ts';
