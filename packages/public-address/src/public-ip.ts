import ipaddr from 'ipaddr.js';

/** What `ipaddr.js` takes for unicast although nobody on the internet can have it as an address of theirs. */
const besides = {
  /** An Azure machine's host answers here; nothing else ever does. */
  azureHost: ipaddr.parseCIDR('168.63.129.16/32'),
  /** All unicast addresses that were ever given out (RFC 4291, 2.4): leaves IPv4-compatible ones out. */
  givenOut: ipaddr.parseCIDR('2000::/3'),
} as const;

/**
 * Whether an address, as a resolver answers it, is one of the internet's. Loopback, private, link-local, shared and
 * reserved ranges are not, nor multicast, documentation, or an IPv6 address that carries an IPv4 one. What is no
 * address is not public.
 */
export function isPublicIp(address: string): boolean {
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
