/** A call as a vendor saw it. */
export interface TimedCall {
  /** By the vendor's clock, as text. */
  readonly at: string;
  readonly companyId: string | null;
}

/** The most calls that began within any period of so many ms, which includes its beginning but not its end. */
export function maxWithin(calls: readonly Pick<TimedCall, 'at'>[], ms: number): number {
  const times = calls.map(({ at }) => Date.parse(at)).toSorted((a, b) => a - b);
  let [most, first] = [0, 0];
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= ms) first += 1;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

/** The same for the company that called most; each has one key. */
export const maxOfOneWithin = (calls: readonly TimedCall[], ms: number): number =>
  Math.max(
    0,
    ...[...Map.groupBy(calls, ({ companyId }) => companyId).values()].map((own) => maxWithin(own, ms)),
  );
