/** What a benchmark found: a ratio between two things measured in the same run, and the goal it is held against. */
export interface BenchResult {
  readonly name: string;
  readonly ratio: number;
  readonly goal: number;
  readonly ok: boolean;
  /** The figures behind the ratio, with their units in the names. */
  readonly detail: Readonly<Record<string, number | string>>;
}
