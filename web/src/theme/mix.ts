const channels = (hex: string): number[] =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

/** A colour between two others: `share` (0 to 1) of the second in the first. All are `#rrggbb`. */
export function mix(first: string, second: string, share: number): string {
  const other = channels(second);
  const mixed = channels(first).map((value, index) => value + ((other[index] ?? value) - value) * share);
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
}
