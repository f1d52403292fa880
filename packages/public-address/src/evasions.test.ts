import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { probePublicUrl, publicUrlProblem } from './index.ts';
import { allowed, evasions, publicIp, publicIp6 } from './testing/evasions.ts';
import { openTestNetworks, type TestNetworks } from './testing/networks.ts';

const timeoutMs = 5_000;

let networks: TestNetworks;
beforeAll(async () => {
  networks = await openTestNetworks(
    '*.example.com',
    '*.c_d.example.co.uk',
    '127.0.0.1.example.com',
    'hooks.example.com',
  );
});
afterAll(async () => {
  await networks[Symbol.asyncDispose]();
});

describe('A URL that leads inside', () => {
  test('is tried in at least 60 ways', () => {
    expect(Object.values(evasions).flat().length).toBeGreaterThanOrEqual(60);
  });

  test.each(Object.entries(evasions))(
    'by %s is refused, and nothing inner is connected to',
    async (_, group) => {
      for (const { url, answers } of group) {
        const { resolve } = networks.network(answers);
        expect([url, await publicUrlProblem(url, resolve)]).not.toEqual([url, null]);
        const probe = await probePublicUrl(url, { timeoutMs }, networks.network(answers));
        expect([url, probe]).toEqual([url, { outcome: 'unreachable' }]);
      }
      expect(networks.innerConnects()).toBe(0);
      expect(networks.dialled).toEqual([]);
    },
  );
});

describe('A URL of the internet', () => {
  test.each(allowed)('%s is taken, and answers', async (url) => {
    const { resolve } = networks.network();
    expect(await publicUrlProblem(url, resolve)).toBeNull();
    const result = await probePublicUrl(url, { timeoutMs }, networks.network([[publicIp6, publicIp]]));
    expect(result).toEqual({ outcome: 'answered', status: 204 });
    expect(networks.innerConnects()).toBe(0);
  });

  test('is distinguished from one that does not exist, and from an internal one', async () => {
    const url = 'https://hooks.example.com/';
    expect(await publicUrlProblem(url, () => Promise.reject(new Error('ENOTFOUND')))).toBe('unresolvable');
    expect(await publicUrlProblem(url, () => Promise.resolve(['10.0.0.1']))).toBe('private');
    expect(await publicUrlProblem('http://hooks.example.com/')).toBe('invalid');
  });
});
