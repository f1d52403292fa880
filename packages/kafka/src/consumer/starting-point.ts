import type { Admin, Consumer } from 'kafkajs';

interface PartitionOffset {
  readonly partition: number;
  readonly offset: string;
}

/** Where a group begins, and how to ask about it. */
export interface StartingPointParts {
  readonly admin: () => Promise<Admin>;
  readonly group: string;
  readonly topic: string;
}

/** Moves a consumer that was given these partitions; the broker stores where to as the group's offsets. */
export type Seek = (consumer: Consumer, partitions: readonly number[]) => void;

/**
 * The ends of a topic's partitions at one moment: where a group begins that wants nothing older. kafkajs itself asks for
 * "the latest" only at its first fetch, and again after a restart, so that what is published in between would be lost
 * to it.
 */
export class StartingPoint {
  readonly #parts: StartingPointParts;
  readonly #ends: readonly PartitionOffset[];

  private constructor(parts: StartingPointParts, ends: readonly PartitionOffset[]) {
    this.#parts = parts;
    this.#ends = ends;
  }

  /** The ends as they are now. */
  static async now(parts: StartingPointParts): Promise<StartingPoint> {
    const admin = await parts.admin();
    const ends = await admin.fetchTopicOffsets(parts.topic);
    return new StartingPoint(
      parts,
      ends.map(({ partition, high }) => ({ partition, offset: high })),
    );
  }

  /** How a joining consumer is moved, in those partitions of which the group has no offset yet. */
  async seek(): Promise<Seek> {
    const { topic } = this.#parts;
    const stored = await this.#stored();
    const wanted = this.#ends.filter(({ partition }) => !stored.has(partition));
    return (consumer, partitions) => {
      for (const { partition, offset } of wanted)
        if (partitions.includes(partition)) consumer.seek({ topic, partition, offset });
    };
  }

  async #stored(): Promise<ReadonlySet<number>> {
    const { group, topic } = this.#parts;
    const admin = await this.#parts.admin();
    const known = await admin.fetchOffsets({ groupId: group, topics: [topic] });
    return new Set(
      known
        .flatMap(({ partitions }) => partitions)
        .flatMap(({ partition, offset }) => (offset === '-1' ? [] : [partition])),
    );
  }
}
