import { isIPv6 } from 'node:net';

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after];
}

/**
 * What counts as one client for throttling: an IPv4 address, or the /64 network of an IPv6 address, within which anybody
 * has as many addresses as he likes.
 */
export function clientNetwork(address: string | undefined): string {
  const plain = (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  if (!isIPv6(plain)) return plain;
  return `${expand(plain).slice(0, 4).join(':')}::/64`;
}
