import { randomUUID } from 'node:crypto';
import { StringValueSchema } from '@bufbuild/protobuf/wkt';
import { outgoingEvent, type OutgoingEvent, type Topic } from '@ridgeline/events';
import type { Registry } from '@ridgeline/kit/metrics';

/** A topic of texts, for the tests of this package. */
export type TestTopic = Topic<typeof StringValueSchema>;

/** A topic of texts whose name begins with `prefix`. */
export function testTopic(prefix: string, partitions = 3): TestTopic {
  return {
    name: `${prefix}texts.v1`,
    schema: StringValueSchema,
    partitions,
    subjectOf: () => null,
  };
}

/** An event that says `text`. */
export function textEvent(topic: TestTopic, key: string, text: string): OutgoingEvent {
  const envelope = { id: randomUUID(), time: new Date().toISOString(), companyId: 'company-1' };
  return outgoingEvent(topic, { key, value: { value: text }, envelope });
}

/** Events of one key that say `0`, `1`, and so on. */
export function countingEvents(topic: TestTopic, key: string, count: number): OutgoingEvent[] {
  return Array.from({ length: count }, (_, index) => textEvent(topic, key, String(index)));
}

/** How many consumers of a process' only subscription have ended, or failed to start. */
export async function interruptions(metrics: Registry): Promise<number> {
  const counter = await metrics.getSingleMetric('ridgeline_consumer_interruptions_total')?.get();
  return counter?.values[0]?.value ?? 0;
}
