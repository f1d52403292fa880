import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Resolver } from './resolver.ts';

/** What an address must look like before its host is resolved. */
type UrlShape =
  | { readonly kind: 'fit'; readonly url: URL; readonly host: string }
  | { readonly kind: 'invalid' | 'private' };

/** 443 and its usual second; any other would let people look for open ports through us. */
const ports: readonly string[] = ['', '443', '8443'];

/** Names that are not internet names: of the machine, of a home or company network, of a cluster. */
const innerNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc)$/;

/** Spelled so that every URL parser finds the same host: nothing that one drops, reverses or reads as credentials. */
const unambiguous = /^https:\/\/[^/?#@\\\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/iu;

/**
 * Reads the address that a user typed: https, no user in it, one of two ports, and a host that is a name of the
 * internet or an IP address. `host` is without brackets. The caller that connects checks whether an IP address is public.
 */
function readUrl(text: string): UrlShape {
  const url = unambiguous.test(text) ? URL.parse(text) : null;
  if (url === null || !ports.includes(url.port)) return { kind: 'invalid' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return spelt(text, url) ? { kind: 'fit', url, host } : { kind: 'invalid' };
  const name = host.replace(/\.+$/, '');
  if (!name.includes('.') || innerNames.test(name)) return { kind: 'private' };
  return name === host ? { kind: 'fit', url, host } : { kind: 'invalid' };
}

/** Whether the text contains the host as parsed: an IP address can also be written as a number or in other digits. */
function spelt(text: string, { hostname }: URL): boolean {
  return text.toLowerCase().startsWith(hostname, 'https://'.length);
}

/** What `ipaddr.js` considers unicast although it cannot be an address on the internet. */
const besides = {
  /** An Azure machine's host answers here; nothing else ever does. */
  azureHost: ipaddr.parseCIDR('168.63.129.16/32'),
  /** All unicast addresses that were ever assigned (RFC 4291, 2.4), which excludes IPv4-compatible ones. */
  givenOut: ipaddr.parseCIDR('2000::/3'),
} as const;

/**
 * Whether an address, as a resolver answers it, is one of the internet's. Loopback, private, link-local, shared and
 * reserved ranges are not, nor multicast, documentation, or an IPv6 address that carries an IPv4 one. What is no
 * address is not public.
 */
function isPublicIp(address: string): boolean {
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !parsed.match(besides.azureHost);
  return parsed.match(besides.givenOut) && parsed.zoneId === undefined && !isIsatap(parsed);
}

/** RFC 5214: the last four bytes are an IPv4 address to which a router passes it on. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200);
}

/** Why an address cannot be used: it is malformed or not https; it leads to an internal network; its host does not exist. */
export type PublicUrlProblem = 'invalid' | 'private' | 'unresolvable';

/** A URL and the addresses of its host, every one of them public. IPv4 comes first: not every network has IPv6. */
export interface PublicTarget {
  readonly url: URL;
  readonly host: string;
  readonly addresses: readonly string[];
}

/** Resolves a URL's host once. A single address that is not public is reason enough to refuse them all. */
export async function findTarget(text: string, resolve: Resolver): Promise<PublicTarget | PublicUrlProblem> {
  const shape = readUrl(text);
  if (shape.kind !== 'fit') return shape.kind;
  const { url, host } = shape;
  const addresses = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
  if (addresses.length === 0) return 'unresolvable';
  if (!addresses.every(isPublicIp)) return 'private';
  return { url, host, addresses: [...addresses].sort((one, other) => isIP(one) - isIP(other)) };
}
