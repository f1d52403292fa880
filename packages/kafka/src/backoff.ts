const firstDelayMs = 250;

/** Bounds of a back-off; `random` answers 0 to 1. */
export interface BackoffOptions {
  /** Default 15 s. */
  readonly longestMs?: number;
  readonly random?: () => number;
}

/** How long to wait before the attempt after `attempts` failed ones: doubling, with ±20 % so that replicas spread. */
export function backoffMs(
  attempts: number,
  { longestMs = 15_000, random = Math.random }: BackoffOptions = {},
): number {
  const delay = Math.min(firstDelayMs * 2 ** (attempts - 1), longestMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
