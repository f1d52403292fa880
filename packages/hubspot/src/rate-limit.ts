/** What HubSpot's answers tell of the limits (vendors/hubspot.md, 6); null where a header is missing. */
export interface RateLimitFacts {
  /** Calls in each rolling window. */
  readonly max: number | null;
  readonly intervalMs: number | null;
  readonly remaining: number | null;
  readonly dailyRemaining: number | null;
}

/** Reads the rate limit headers of an answer; search answers carry none. */
export function rateLimitFacts(headers: Headers): RateLimitFacts {
  const read = (name: string): number | null => {
    const text = headers.get(`x-hubspot-ratelimit-${name}`);
    return text !== null && /^\d+$/.test(text) ? Number(text) : null;
  };
  return {
    max: read('max'),
    intervalMs: read('interval-milliseconds'),
    remaining: read('remaining'),
    dailyRemaining: read('daily-remaining'),
  };
}
