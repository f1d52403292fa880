const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/;

/** The address of a gateway on this machine. Any other one is an error: load tests must not reach foreign servers. */
export function loopbackOnly(address: string | undefined): string {
  if (address === undefined || !loopback.test(address))
    throw new Error(`Load goes to this machine's loopback only, not to ${address ?? 'nowhere'}`);
  return address;
}
