/** A figure to three decimals: more would only be noise. */
export function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
