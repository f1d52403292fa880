const firstDelayMs = 250;
const longestDelayMs = 15_000;

/** How long to wait before the attempt after `attempts` failed ones: doubling, with ±20 % so that replicas spread. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
