import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testBrokers, testRedisUrl } from '@ridgeline/testkit/integration';
import { ask } from '../testing/browser.ts';
import { startGateway, type GatewayUnderTest } from '../testing/gateway-under-test.ts';

let gateway: GatewayUnderTest;
/** The addresses of the files that the page loads. */
let files: string[];

beforeAll(async () => {
  gateway = await startGateway({ redisUrl: await testRedisUrl(), brokers: testBrokers() });
  const { text } = await ask(gateway.url, '/api/docs');
  files = [...text.matchAll(/(?:src|href)="(\/api\/docs\/[^"]+)"/g)].map(([, file = '']) => file);
});

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
});

describe("The page of the API's description", () => {
  test('When a visitor opens it, then it is there, may load our own files only and runs nothing that is written in it', async () => {
    const { status, headers, text } = await ask(gateway.url, '/api/docs');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(policy).not.toContain('http');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(text).not.toMatch(/<script>|<style|style=|https?:/);
    expect(files).toHaveLength(4);
  });

  test('When its files are asked for, then they are of their types, compressed, and kept for a year', async () => {
    for (const file of files) {
      const plain = await ask(gateway.url, file);
      const packed = await fetch(gateway.url + file, { headers: { 'accept-encoding': 'gzip, br' } });
      expect(plain.status).toBe(200);
      expect(plain.headers['content-type']).toBe(
        file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8',
      );
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect([packed.headers.get('content-encoding'), packed.headers.get('vary')]).toEqual([
        'br',
        'Accept-Encoding',
      ]);
      expect(packed.headers.get('etag')).not.toBe(plain.headers.etag);
      expect(await packed.text()).toBe(plain.text);
    }
  });

  test.each([
    '/api/docs/',
    '/api/docs/index.html',
    '/api/docs/swagger-ui.css',
    '/api/docs/unknown/swagger-ui.css',
    '/api/docs/../../package.json',
    '/api/docs/%2e%2e/docs-page.ts',
    '/api/docs/..%2fdocs-page.ts',
  ])('When there is nothing at %s, then nothing else is served', async (path) => {
    const { status, json } = await ask(gateway.url, path);
    expect([status, json['code']]).toEqual([404, 'request.not_found']);
  });

  test('When a file is asked for that the page does not load, then it is missing, also from where the others are', async () => {
    const folder = (files[0] ?? '').slice(0, (files[0] ?? '').lastIndexOf('/'));
    for (const path of ['/package.json', '/swagger-ui-bundle.js.map', '/../docs-page.ts', '/docs-page.ts']) {
      const { status, json } = await ask(gateway.url, folder + path);
      expect([status, json['code']]).toEqual([404, 'request.not_found']);
    }
  });

  test('When it is written to, then it is missing', async () => {
    expect((await ask(gateway.url, '/api/docs', { method: 'POST' })).status).toBe(404);
  });
});
