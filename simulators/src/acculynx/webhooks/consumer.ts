import type { Settings } from '../../configuration/settings.ts';

export type DeliverySettings = Settings['acculynx']['deliveries'];

/** The outcome of one try: the status of the answer, or why there was none. */
export type TryOutcome = number | 'timeout' | 'unreachable';

export const isAccepted = (outcome: TryOutcome): boolean =>
  typeof outcome === 'number' && outcome >= 200 && outcome < 300;

/** The address on this machine that receives a consumer's events; null when its host has none, so that no events are sent. */
export function localAddressOf(consumerUrl: string, { hosts }: Pick<DeliverySettings, 'hosts'>): URL | null {
  const { hostname, host, pathname, search } = new URL(consumerUrl);
  const address = hosts[host] ?? hosts[hostname];
  return address === undefined ? null : new URL(pathname + search, address);
}

/** POSTs one event. Redirects are not followed: nothing may leave this machine. */
export async function postEvent(
  address: URL,
  body: string,
  timeoutMs: number,
  stopped: AbortSignal,
): Promise<TryOutcome> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([timeout, stopped]),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return timeout.aborted ? 'timeout' : 'unreachable';
  }
}
