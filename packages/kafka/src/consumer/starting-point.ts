import type { Admin, Consumer } from 'kafkajs';
import { askUntil, usableWithinMs } from '../client/ask-until.ts';

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

/** Positions a consumer in its newly assigned partitions; the broker stores the positions as the group's offsets. */
export type Seek = (consumer: Consumer, partitions: readonly number[]) => void;

/**
 * The end offsets of a topic's partitions at one moment: the start of a group that wants nothing older. kafkajs itself asks
 * for "the latest" only at its first fetch, and again after a restart, so it would miss what is published in between.
 */
export class StartingPoint {
  readonly #parts: StartingPointParts;
  readonly #ends: readonly PartitionOffset[];

  private constructor(parts: StartingPointParts, ends: readonly PartitionOffset[]) {
    this.#parts = parts;
    this.#ends = ends;
  }

  /**
   * The ends as they are now. kafkajs asks about all topics that the process uses, and gets no answer at all while one
   * that another subscription has just created is not ready.
   */
  static async now(parts: StartingPointParts): Promise<StartingPoint> {
    const admin = await parts.admin();
    const deadline = performance.now() + usableWithinMs;
    const ends = await askUntil(deadline, () => admin.fetchTopicOffsets(parts.topic));
    return new StartingPoint(
      parts,
      ends.map(({ partition, high }) => ({ partition, offset: high })),
    );
  }

  /** How to position a joining consumer, in the partitions for which the group has no offset yet. */
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
