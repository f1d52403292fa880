import ipaddr from 'ipaddr.js';

/**
 * What counts as one client for throttling: an IPv4 address, or the /48 network of an IPv6 address, which is what
 * providers give to one customer. IPv4 inside IPv6 counts as IPv4; what is no address counts as itself.
 */
export function clientNetwork(address: string | undefined): string {
  if (address === undefined) return 'unknown';
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address))
    return address.toLowerCase();
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::/48`;
}
