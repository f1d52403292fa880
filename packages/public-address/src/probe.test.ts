import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { probePublicUrl } from './probe.ts';
import { publicIp, publicIp6 } from './testing/evasions.ts';
import { openTestNetworks, type TestNetworks } from './testing/networks.ts';

const url = 'https://hooks.example.com/events?x=1';
const timeoutMs = 5_000;

let networks: TestNetworks;
beforeEach(async () => {
  networks = await openTestNetworks('hooks.example.com');
});
afterEach(async () => {
  await networks[Symbol.asyncDispose]();
});

test('When a name answers an inner address at its second question, then the checked one is connected to', async () => {
  const rebinding = networks.network([[publicIp], ['127.0.0.1']]);
  expect(await probePublicUrl(url, { timeoutMs }, rebinding)).toEqual({ outcome: 'answered', status: 204 });
  expect(networks.dialled).toEqual([publicIp]);
  expect(networks.asked).toEqual(['HEAD hooks.example.com/events?x=1']);
  expect(await probePublicUrl(url, { timeoutMs }, rebinding)).toEqual({ outcome: 'unreachable' });
  expect(networks.innerConnects()).toBe(0);
});

test.each([301, 302, 303, 307, 308])(
  'When the server redirects inward by %i, then that is its answer',
  async (status) => {
    networks.answerWith(status, { location: 'https://127.0.0.1/' });
    const result = await probePublicUrl(url, { timeoutMs }, networks.network());
    expect(result).toEqual({ outcome: 'answered', status });
    expect(networks.dialled).toEqual([publicIp]);
  },
);

test('When a host has IPv6 as well, then IPv4 is tried first', async () => {
  await probePublicUrl(url, { timeoutMs }, networks.network([[publicIp6, publicIp]]));
  expect(networks.dialled).toEqual([publicIp]);
});

test('When the first address refuses, then the next one is tried', async () => {
  const network = networks.network([['8.8.8.8', publicIp6]]);
  const result = await probePublicUrl(url, { timeoutMs }, network);
  expect(result).toEqual({ outcome: 'answered', status: 204 });
  expect(networks.dialled).toEqual(['8.8.8.8', publicIp6]);
});

test('When a host has hundreds of addresses, then four are tried', async () => {
  const many = Array.from({ length: 300 }, (_, index) => `8.8.${index % 250}.8`);
  expect(await probePublicUrl(url, { timeoutMs }, networks.network([many]))).toEqual({
    outcome: 'unreachable',
  });
  expect(networks.dialled).toHaveLength(4);
});

test('When the certificate is of another host or authority, then the host counts as unreachable', async () => {
  const other = await probePublicUrl('https://other.example.com/', { timeoutMs }, networks.network());
  expect(other).toEqual({ outcome: 'unreachable' });
  const { resolve, dial } = networks.network();
  expect(await probePublicUrl(url, { timeoutMs }, { resolve, dial })).toEqual({ outcome: 'unreachable' });
  expect(networks.asked).toEqual([]);
});

test('When the server or the name server says nothing, then the probe ends at its deadline', async () => {
  networks.fallSilent();
  const silent = await probePublicUrl(url, { timeoutMs: 300 }, networks.network());
  expect(silent).toEqual({ outcome: 'unreachable' });
  expect(networks.asked).toHaveLength(1);
  const nameless = { ...networks.network(), resolve: () => new Promise<never>(() => undefined) };
  expect(await probePublicUrl(url, { timeoutMs: 50 }, nameless)).toEqual({ outcome: 'unreachable' });
});

test('When the caller aborts, then the probe ends, and one that was aborted before connects to nothing', async () => {
  networks.fallSilent();
  const aborting = new AbortController();
  const probe = probePublicUrl(url, { timeoutMs, signal: aborting.signal }, networks.network());
  aborting.abort();
  expect(await probe).toEqual({ outcome: 'unreachable' });
  networks.dialled.length = 0;
  const result = await probePublicUrl(url, { timeoutMs, signal: aborting.signal }, networks.network());
  expect(result).toEqual({ outcome: 'unreachable' });
  expect(networks.dialled).toEqual([]);
});
