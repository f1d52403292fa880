/** The middle value; with an even count the mean of the two in the middle. NaN of nothing. */
export function median(values: readonly number[]): number {
  return (
    (quantile(values, 0.5) +
      -quantile(
        values.map((value) => -value),
        0.5,
      )) /
    2
  );
}

/** The smallest value that at least this share of all values do not exceed. NaN of nothing. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** A figure to three decimals: more would only be noise. */
export function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
