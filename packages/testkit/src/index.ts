export { differences } from './agreement.ts';
export { openBrowser } from './browser.ts';
export { scratchDatabase, testDatabase, type TestDatabase } from './database.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { testBrokers, uniqueTopicPrefix } from './kafka.ts';
export { testRedisUrl } from './redis.ts';
export { stackOfTests } from './stack-of-tests.ts';
export * from './simulator-control.ts';
export { newTestCompany, type TestCompany } from './test-company.ts';
