/** The calls of a kafkajs consumer that pause and resume. */
export interface Pausable {
  pause(topics: { topic: string; partitions?: number[] }[]): void;
  resume(topics: { topic: string; partitions?: number[] }[]): void;
}

/**
 * Which partitions of a subscription are paused, and why: all of them by the service, or one by one until a retry is due.
 * kafkajs' pauses end with its consumer, and a subscription outlives that, so they are kept here and applied to each
 * consumer that joins.
 */
export class PartitionPauses {
  readonly #topic: string;
  readonly #delays = new Map<number, NodeJS.Timeout>();
  #held = false;
  #closed = false;
  #consumer: Pausable | null = null;

  constructor(topic: string) {
    this.#topic = topic;
  }

  /** Stops or continues all partitions. */
  hold(held: boolean): void {
    this.#held = held;
    this.#apply();
  }

  /** Stops one partition for a time. */
  delay(partition: number, ms: number): void {
    if (this.#closed) return;
    clearTimeout(this.#delays.get(partition));
    const timer = setTimeout(() => {
      this.#delays.delete(partition);
      this.#apply();
    }, ms);
    this.#delays.set(partition, timer);
    this.#apply();
  }

  /** Whether the partition's messages must not be handled now. */
  isPaused(partition: number): boolean {
    return this.#closed || this.#held || this.#delays.has(partition);
  }

  /** A consumer has joined (again), with these partitions; delays of other partitions do not concern it. */
  joined(consumer: Pausable, partitions: readonly number[]): void {
    this.#consumer = consumer;
    for (const partition of this.#delays.keys()) if (!partitions.includes(partition)) this.#forget(partition);
    this.#apply();
  }

  /** No consumer has a membership: its pause and resume would throw. */
  left(): void {
    this.#consumer = null;
  }

  /** Nothing more is handled, whatever is still fetched. */
  close(): void {
    for (const partition of this.#delays.keys()) this.#forget(partition);
    this.#closed = true;
    this.#consumer = null;
  }

  #forget(partition: number): void {
    clearTimeout(this.#delays.get(partition));
    this.#delays.delete(partition);
  }

  #apply(): void {
    if (!this.#consumer) return;
    const topic = this.#topic;
    this.#consumer.resume([{ topic }]);
    if (this.#held) this.#consumer.pause([{ topic }]);
    else if (this.#delays.size > 0) this.#consumer.pause([{ topic, partitions: [...this.#delays.keys()] }]);
  }
}
