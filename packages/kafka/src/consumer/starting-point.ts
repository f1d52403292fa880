import type { Admin, Consumer } from 'kafkajs';

/** Where each partition begins for a group that has no offset there yet. */
export interface StartingPoint {
  /** Moves the consumer there, in the partitions it was given; the broker stores it as the group's offset. */
  apply(consumer: Consumer, partitions: readonly number[]): void;
}

/**
 * Takes the ends of a topic's partitions as they are now. kafkajs itself asks for "the latest" only at its first fetch,
 * and again after a restart, so that what is published in between would be lost to it.
 */
export async function startingPoint(admin: Admin, groupId: string, topic: string): Promise<StartingPoint> {
  const [ends, known] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchOffsets({ groupId, topics: [topic] }),
  ]);
  const stored = new Set(
    known
      .flatMap((entry) => entry.partitions)
      .flatMap(({ partition, offset }) => (offset === '-1' ? [] : [partition])),
  );
  return {
    apply(consumer, partitions) {
      for (const { partition, high } of ends)
        if (partitions.includes(partition) && !stored.has(partition))
          consumer.seek({ topic, partition, offset: high });
    },
  };
}
