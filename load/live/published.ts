import { migrationSchema } from '@ridgeline/contracts';
import { topics } from '@ridgeline/events';
import { openKafka } from '@ridgeline/kafka';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { eventually } from '@ridgeline/testkit';
import type { Published } from './judge.ts';
import type { Ends } from './readers-task.ts';

const versionSchema = migrationSchema.pick({ id: true, version: true });

/**
 * All updates that Kafka holds, read afterwards so that nothing is read beside what is measured: until the last version
 * of each company's migration. An update is written in the transaction that commits it, so the commit is still to come.
 */
export async function publishedUpdates(brokers: string, ends: Ends): Promise<readonly Published[]> {
  const published: Published[] = [];
  const logger = createLogger({ service: 'bench-live', level: 'error' });
  await using kafka = openKafka({
    brokers: brokers.split(','),
    clientId: 'bench-live',
    logger,
    metrics: new Registry(),
  });
  await kafka.subscribe({
    topic: topics.migrationUpdate,
    group: 'bench-live',
    handler: ({ key, value, envelope }) => {
      const { id, version } = versionSchema.parse(JSON.parse(value.migrationJson));
      published.push({ company: key, migrationId: id, version, writtenAt: Date.parse(envelope.time) });
      return Promise.resolve({ verdict: 'done' });
    },
  });
  const missing = (): string[] =>
    Object.entries(ends)
      .filter(
        ([, end]) =>
          !published.some((one) => one.migrationId === end.migrationId && one.version === end.version),
      )
      .map(([company]) => company);
  await eventually(
    () => {
      if (missing().length > 0) throw new Error(`Not there: those of ${missing().join()}`);
    },
    { within: 30_000, what: 'the last versions on Kafka' },
  );
  return published;
}
