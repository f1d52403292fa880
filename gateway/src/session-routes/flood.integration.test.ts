import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { eventually, testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask, Browser } from '../testing/browser.ts';
import { startGateway } from '../testing/gateway-under-test.ts';

describe('A flood of sign-ins', () => {
  test('When no more can wait, then one more is refused before its body is read; others are served', async () => {
    await using resources = new AsyncDisposableStack();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const { url } = resources.use(
      await startGateway(
        { redisUrl: await testRedisUrl(), brokers: testBrokers() },
        { AUTH_URL: `http://127.0.0.1:${port}` },
      ),
    );
    const hangUp = (): void => {
      silent.closeAllConnections();
      silent.close();
    };
    resources.defer(hangUp);
    const malformed = () => ask(url, '/api/login', { method: 'POST', body: '{' });
    expect((await malformed()).status).toBe(400);

    const sent = Array.from({ length: 40 }, (_, n) => new Browser(url).signIn(`ann-${n}@one.example`));
    await eventually(async () => expect(await malformed()).toMatchObject({ status: 429 }), {
      what: 'the flood to fill the room',
    });
    expect((await malformed()).headers['retry-after']).toBe('1');
    expect((await ask(url, '/api/openapi.json')).status).toBe(200);

    hangUp();
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([429, 503]));
    expect((await malformed()).status).toBe(400);
  });
});
