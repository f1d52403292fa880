import { isIP } from 'node:net';

/** What an address must look like before its host is resolved. */
export type UrlShape =
  | { readonly kind: 'fit'; readonly url: URL; readonly host: string }
  | { readonly kind: 'invalid' | 'private' };

/** 443 and its usual second; any other would let people look for open ports through us. */
const ports: readonly string[] = ['', '443', '8443'];

/** Names that are no internet names: of the machine, of a network at home or in a firm, of a cluster. */
const innerNames =
  /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc)$/;

/** Spelt so that every reader of URLs finds the same host: nothing that one drops, turns round or takes for a sign-in. */
const unambiguous = /^https:\/\/[^/?#@\\\s\p{Cc}]+(?:[/?#][^\\\s\p{Cc}]*)?$/iu;

/**
 * Reads the address that somebody typed: https, no user in it, one of two ports, and a host that is a name of the
 * internet or an IP address. `host` is without brackets. Whether an IP address is public is judged by who connects.
 */
export function readUrl(text: string): UrlShape {
  const url = unambiguous.test(text) ? URL.parse(text) : null;
  if (url === null || !ports.includes(url.port)) return { kind: 'invalid' };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return spelt(text, url) ? { kind: 'fit', url, host } : { kind: 'invalid' };
  const name = host.replace(/\.+$/, '');
  if (!name.includes('.') || innerNames.test(name)) return { kind: 'private' };
  return name === host ? { kind: 'fit', url, host } : { kind: 'invalid' };
}

/** Whether the host stands in the text as it was read: an IP address can be written as a number, too, or in other digits. */
function spelt(text: string, { hostname }: URL): boolean {
  return text.toLowerCase().startsWith(hostname, 'https://'.length);
}
