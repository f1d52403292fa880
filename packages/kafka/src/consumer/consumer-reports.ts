import type { KafkaMetrics } from '../metrics.ts';

/** What one subscription reports of itself, and of the partitions that are its own only. */
export class ConsumerReports implements Disposable {
  readonly #metrics: Pick<KafkaMetrics, 'lag' | 'interruptions'>;
  readonly #labels: { readonly topic: string; readonly group: string };
  readonly #current: Disposable;
  #assigned: readonly number[] = [];
  /** When each partition began its current event. */
  readonly #since = new Map<number, number>();

  constructor(
    metrics: Pick<KafkaMetrics, 'lag' | 'interruptions' | 'readCurrent'>,
    labels: { readonly topic: string; readonly group: string },
  ) {
    this.#metrics = metrics;
    this.#labels = labels;
    this.#current = metrics.readCurrent((set) => set(labels, this.#currentSeconds()));
  }

  lag(partition: number, events: number): void {
    this.#metrics.lag.set({ ...this.#labels, partition: String(partition) }, events);
  }

  interrupted(): void {
    this.#metrics.interruptions.inc(this.#labels);
  }

  /** The partition begins an event, possibly not for the first time. */
  begun(partition: number): void {
    if (!this.#since.has(partition)) this.#since.set(partition, performance.now());
  }

  /** The partition continues with its next event. */
  done(partition: number): void {
    this.#since.delete(partition);
  }

  /** Reports these partitions from now on, and withdraws what was reported of others. */
  assign(partitions: readonly number[]): void {
    for (const partition of this.#assigned)
      if (!partitions.includes(partition)) {
        this.#metrics.lag.remove({ ...this.#labels, partition: String(partition) });
        this.#since.delete(partition);
      }
    this.#assigned = partitions;
  }

  [Symbol.dispose](): void {
    this.assign([]);
    this.#current[Symbol.dispose]();
  }

  #currentSeconds(): number {
    const oldest = Math.min(...this.#since.values());
    return Number.isFinite(oldest) ? (performance.now() - oldest) / 1_000 : 0;
  }
}
