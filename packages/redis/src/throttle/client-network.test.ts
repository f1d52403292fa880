import { describe, expect, test } from '@jest/globals';
import { clientNetwork } from './client-network.ts';

describe('What counts as one client', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:aaaa::1', '2001:db8:1::/48'],
    ['2001:DB8:1:2:bbbb:cccc:dddd:eeee', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['2001:0db8:0001:0002::1', '2001:db8:1::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['0x7f.1', '0x7f.1'],
    ['Nowhere', 'nowhere'],
    [undefined, 'unknown'],
  ])('%s is %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});
