/** What tests of one service need. It is separate from what starts the product, which takes long to load. */
export { aConnection, aConnectionDetail } from './a-connection.ts';
export { scratchDatabase, testDatabase, type TestDatabase } from './database.ts';
export { formerDatabase, type FormerDatabase } from './former-database.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { analyzePast, makePast, past } from './past.ts';
export { testBrokers, uniqueTopicPrefix } from './test-servers.ts';
export { redisUrlAs, testRedisUrl } from './redis-of-file.ts';
export * from './simulated-records.ts';
export * from './simulator-control.ts';
