import { isIP } from 'node:net';
import { isPublicIp } from './public-ip.ts';
import { readUrl } from './public-url.ts';
import type { Resolver } from './resolver.ts';

/** Why an address cannot be used: it is malformed or no https; it leads inside; its host does not exist. */
export type PublicUrlProblem = 'invalid' | 'private' | 'unresolvable';

/** A URL and the addresses of its host, every one of them public. IPv4 comes first: not every network has IPv6. */
export interface PublicTarget {
  readonly url: URL;
  readonly host: string;
  readonly addresses: readonly string[];
}

/** Resolves a URL's host once. One address of it that is not public is reason enough to refuse them all. */
export async function findTarget(text: string, resolve: Resolver): Promise<PublicTarget | PublicUrlProblem> {
  const shape = readUrl(text);
  if (shape.kind !== 'fit') return shape.kind;
  const { url, host } = shape;
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return 'unresolvable';
  if (!addresses.every(isPublicIp)) return 'private';
  return { url, host, addresses: [...addresses].sort((one, other) => isIP(one) - isIP(other)) };
}
