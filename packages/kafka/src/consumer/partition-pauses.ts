/** The calls of a kafkajs consumer that pause and resume. */
export interface Pausable {
  pause(topics: { topic: string; partitions?: number[] }[]): void;
  resume(topics: { topic: string; partitions?: number[] }[]): void;
}

/**
 * Which partitions of a subscription stand still, and why: held as a whole by the service, or one by one until a retry
 * is due. kafkajs forgets its pauses when it restarts after an outage, so the truth is kept here and applied again.
 */
export class PartitionPauses {
  readonly #topic: string;
  readonly #consumer: Pausable;
  readonly #delays = new Map<number, NodeJS.Timeout>();
  #held = false;
  #joined = false;

  constructor(topic: string, consumer: Pausable) {
    this.#topic = topic;
    this.#consumer = consumer;
  }

  /** Stops or continues all partitions. */
  hold(held: boolean): void {
    this.#held = held;
    this.#apply();
  }

  /** Stops one partition for a time. */
  delay(partition: number, ms: number): void {
    clearTimeout(this.#delays.get(partition));
    const timer = setTimeout(() => {
      this.#delays.delete(partition);
      this.#apply();
    }, ms);
    this.#delays.set(partition, timer);
    this.#apply();
  }

  /** Whether the partition's messages are to be left alone now. */
  stands(partition: number): boolean {
    return this.#held || this.#delays.has(partition);
  }

  /** kafkajs has a membership (again): from now on pauses reach it. */
  joined(): void {
    this.#joined = true;
    this.#apply();
  }

  /** kafkajs has none: its pause and resume would throw. */
  left(): void {
    this.#joined = false;
  }

  /** Nothing is to be handled any more, whatever is still fetched. */
  close(): void {
    for (const timer of this.#delays.values()) clearTimeout(timer);
    this.#delays.clear();
    this.#held = true;
    this.#joined = false;
  }

  #apply(): void {
    if (!this.#joined) return;
    const topic = this.#topic;
    this.#consumer.resume([{ topic }]);
    if (this.#held) this.#consumer.pause([{ topic }]);
    else if (this.#delays.size > 0) this.#consumer.pause([{ topic, partitions: [...this.#delays.keys()] }]);
  }
}
