import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { findTarget, type PublicTarget } from './public-url.ts';
import { nameServerResolver, type Resolver } from './resolver.ts';

/** Whether the host answered, with any status. */
export type ProbeResult =
  | { readonly outcome: 'answered'; readonly status: number }
  | { readonly outcome: 'unreachable' };

export interface ProbeOptions {
  /** Aborting it ends the probe as unreachable. */
  readonly signal?: AbortSignal;
  /** For everything together: name resolution, connection and answer. */
  readonly timeoutMs: number;
}

/** What a test substitutes for the network. */
export interface ProbeNetwork {
  readonly resolve: Resolver;
  /** Receives only addresses that were found public, so that no name is resolved a second time. */
  readonly dial: (address: string, port: number) => Socket;
  /** The trusted authorities; by default the well-known ones. */
  readonly ca?: string;
}

const internet: ProbeNetwork = {
  resolve: nameServerResolver(),
  dial: (address, port) => connect({ host: address, port }),
};

/** How many addresses of a host are tried; names with hundreds of them exist. */
const maxAddresses = 4;

/**
 * Checks by HEAD whether a public https address answers. The name is resolved here, once, and the socket connects to the
 * address that was checked. The certificate is verified; a redirect is an answer like any other and never followed; no body
 * is read. Anything unusable or unreachable is 'unreachable', never an exception.
 */
export async function probePublicUrl(
  text: string,
  { signal, timeoutMs }: ProbeOptions,
  network: ProbeNetwork = internet,
): Promise<ProbeResult> {
  const deadline = AbortSignal.timeout(timeoutMs);
  const end = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
  const target = await Promise.race([findTarget(text, network.resolve), aborted(end)]);
  if (typeof target === 'string') return { outcome: 'unreachable' };
  const addresses = target.addresses.slice(0, maxAddresses);
  for (const address of addresses) {
    const share = AbortSignal.any([end, AbortSignal.timeout(timeoutMs / addresses.length)]);
    const status = await statusAt(address, target, share, network).catch(() => null);
    if (status !== null) return { outcome: 'answered', status };
  }
  return { outcome: 'unreachable' };
}

function aborted(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}

/** The status that an address answers for the target's host. */
function statusAt(
  address: string,
  { url, host }: PublicTarget,
  signal: AbortSignal,
  { dial, ca }: ProbeNetwork,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = request({
      method: 'HEAD',
      host,
      path: url.pathname + url.search,
      headers: { host: url.host, 'user-agent': 'Ridgeline' },
      signal,
      createConnection: () =>
        connectTls({
          socket: dial(address, url.port === '' ? 443 : Number(url.port)),
          ...(isIP(host) === 0 ? { servername: host } : { host }),
          ...(ca === undefined ? {} : { ca }),
        }),
    });
    probe.once('response', (answer) => {
      answer.destroy();
      resolve(answer.statusCode ?? 0);
    });
    probe.once('error', reject);
    probe.end();
  });
}
