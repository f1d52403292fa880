export { accessKey, parseAccessRecord, userOfAccessKey, type AccessRecord } from './access/access-record.ts';
export { createAccessRecords, type AccessRecords } from './access/access-records.ts';
export { acculynxBudgets, hubspotBudget, secretHash, type Budget } from './governor/budget.ts';
export {
  createGovernor,
  type AcquireOptions,
  type Governor,
  type GovernorWait,
} from './governor/governor.ts';
export {
  openRedis,
  type OnKeyChange,
  type Redis,
  type RedisClient,
  type RedisOptions,
} from './open-redis.ts';
