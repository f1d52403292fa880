import type { KafkaMetrics } from '../metrics.ts';

/** The lag that one subscription reports, for the partitions that are its own only. */
export class LagReports {
  readonly #gauge: KafkaMetrics['lag'];
  readonly #labels: { readonly topic: string; readonly group: string };
  #assigned: readonly number[] = [];

  constructor(gauge: KafkaMetrics['lag'], labels: { readonly topic: string; readonly group: string }) {
    this.#gauge = gauge;
    this.#labels = labels;
  }

  report(partition: number, lag: number): void {
    this.#gauge.set({ ...this.#labels, partition }, lag);
  }

  /** From now on these partitions are its own; what it said of others is taken back. */
  assign(partitions: readonly number[]): void {
    for (const partition of this.#assigned)
      if (!partitions.includes(partition)) this.#gauge.remove({ ...this.#labels, partition });
    this.#assigned = partitions;
  }
}
