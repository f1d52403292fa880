export { scratchDatabase, testDatabase, type TestDatabase } from './database.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { testBrokers, uniqueTopicPrefix } from './kafka.ts';
export { testRedisUrl } from './redis.ts';
export { stackOfTests } from './stack-of-tests.ts';
