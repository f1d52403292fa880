import { BlockList, isIP } from 'node:net';

const inner = new BlockList();
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  inner.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  inner.addSubnet(address, prefix, 'ipv6');

const INNER_NAMES = /(?:^|\.)(?:localhost|local|internal|lan|home\.arpa)$/;

/** Whether events can be sent to an address: https, and none of an inner network (docs/vendors/acculynx.md, 6.1). */
export function isPublicHttps(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (protocol !== 'https:') return false;
  const family = isIP(host);
  if (family > 0) return !inner.check(host, family === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !INNER_NAMES.test(host);
}
