import { retry, retryEvery } from '@ridgeline/kit';
import { Kafka, logLevel } from 'kafkajs';
import { guardIdleConnections } from './client/idle-guard.ts';

// The group coordinator is spread over the partitions of __consumer_offsets; ids that differ in the last digit only have
// consecutive hashes, so these touch several partitions, each of which loads on its own after a start.
const PROBE_GROUPS = [
  'ridgeline-ready-0',
  'ridgeline-ready-1',
  'ridgeline-ready-2',
  'ridgeline-ready-3',
  'ridgeline-ready-4',
];

/**
 * Resolves when the cluster is usable: metadata and the group coordinator answer. A broker accepts connections seconds
 * before its coordinator does, and consumers that start in between fail and retry. Throws the last reason when `signal`
 * aborts. Asking creates `__consumer_offsets` in a fresh cluster, and no group.
 */
export async function waitForKafka(brokers: readonly string[], signal: AbortSignal): Promise<void> {
  guardIdleConnections();
  const kafka = new Kafka({
    clientId: 'ridgeline-readiness',
    brokers: [...brokers],
    logLevel: logLevel.NOTHING,
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    retry: { retries: 0 },
  });
  await retry(retryEvery(100), () => probe(kafka), { shouldRetry: () => !signal.aborted }).catch(
    (cause: unknown) => {
      throw new Error('Kafka does not answer', { cause });
    },
  );
}

async function probe(kafka: Kafka): Promise<void> {
  const admin = kafka.admin();
  try {
    await admin.connect();
    await admin.describeCluster();
    await admin.describeGroups(PROBE_GROUPS);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
