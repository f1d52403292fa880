import { randomUUID } from 'node:crypto';
import { testServers } from './test-servers.ts';

/** `host:port` of the Kafka brokers that all test files share: use topics and groups of your own. */
export function testBrokers(): string[] {
  return [...testServers().kafkaBrokers];
}

/** A prefix that no other test uses, for the names of topics and consumer groups. */
export function uniqueTopicPrefix(): string {
  return `test-${randomUUID().slice(0, 13)}.`;
}
