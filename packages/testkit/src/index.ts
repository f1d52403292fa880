export {
  compareAssociations,
  type AssociationSides,
  type ComparedAssociations,
} from './agreement/associations.ts';
export { differences } from './agreement/contacts.ts';
export { dealDifferences, migratedJobs, type DealExpectation } from './agreement/deals.ts';
export { openBrowser } from './browser.ts';
export { scratchDatabase, testDatabase, type TestDatabase } from './database.ts';
export { eventually, type EventuallyOptions } from './eventually.ts';
export { analyzePast, makePast, past } from './past.ts';
export { testBrokers, uniqueTopicPrefix } from './kafka.ts';
export { testRedisUrl } from './redis.ts';
export { linkIn, mailsTo, mailTo, type ReceivedMail } from './mail-sink.ts';
export { stackOfTests } from './stack-of-tests.ts';
export { runHolder } from './run-holder.ts';
export * from './simulated-records.ts';
export * from './simulator-control.ts';
export { newTestCompany, type TestCompany } from './test-company.ts';
export { newColleague, signInAdministrator, type TestPerson } from './test-people.ts';
