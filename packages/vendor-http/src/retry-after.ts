/**
 * The wait that a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or a date), in milliseconds; null without a
 * usable one.
 */
export function retryAfterMs(headers: Headers, now: number = Date.now()): number | null {
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
