/** The result of a benchmark: a ratio of two values measured in the same run, and its goal. */
export interface BenchResult {
  readonly name: string;
  readonly ratio: number;
  readonly goal: number;
  readonly ok: boolean;
  /** The figures behind the ratio, with their units in the names. */
  readonly detail: Readonly<Record<string, number | string>>;
}
