import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerErrors, createLogger, listen, type HttpServer } from '@ridgeline/kit';
import express from 'express';
import { ask } from '../testing/browser.ts';
import { createStaticFiles } from './static-files.ts';

let folder: string;
let server: HttpServer;
const begin = 'begin("the app");\n';
const script = 'console.log("a script that is long enough to be worth compressing")';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ridgeline-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html data-appearance="__APPEARANCE__"><meta name="csp-nonce" content="__CSP_NONCE__"><p>The app</p>' +
      `<script>${begin}</script>`,
  );
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'assets', 'main-3f9a.js'), script);
  writeFileSync(join(folder, 'assets', 'main-3f9a.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'main-3f9a.js.gz'), gzipSync(script));
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  const app = express();
  app.use(createStaticFiles(folder), answerErrors(createLogger({ service: 'test', level: 'silent' })));
  server = await listen(app, { host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

describe("The app's page", () => {
  test.each(['/', '/auth', '/auth?token=a&userId=1', '/migrations/12', '/no/such/page', '/index.html'])(
    'It is served at %s and never cached',
    async (path) => {
      const { status, headers, text } = await ask(server.url, path);
      expect(status).toBe(200);
      expect(text).toContain('The app');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test('Each answer has a nonce of its own, the same in the page and in its policy', async () => {
    const nonces = new Set<string>();
    for (let visit = 0; visit < 3; visit += 1) {
      const { headers, text } = await ask(server.url, '/');
      const nonce = /content="([^"]+)"/.exec(text)?.[1] ?? '';
      expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
      const hash = createHash('sha256').update(begin).digest('base64');
      expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(3);
  });

  test.each([
    ['ridgeline-appearance=dark', 'dark'],
    ['other=1; ridgeline-appearance=light; more=2', 'light'],
    ['ridgeline-appearance="><script>', ''],
    ['', ''],
  ])('With the cookie %s its appearance is %j from the first paint on', async (cookie, appearance) => {
    const { text } = await ask(server.url, '/', { headers: { cookie } });
    expect(text).toContain(`<html data-appearance="${appearance}">`);
  });

  test('Where the browser reads brotli, it is compressed', async () => {
    const answer = await fetch(`${server.url}/auth`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([
      'br',
      'Accept-Encoding',
    ]);
    expect(await answer.text()).toContain('The app');
  });

  test('When an address under assets cannot be read, then it is a missing file', async () => {
    const { status, json } = await ask(server.url, '/assets/%E0%A4%A', { headers: { accept: 'text/html' } });
    expect([status, json['code']]).toEqual([404, 'request.not_found']);
  });

  test.each([
    '/%',
    '/%zz',
    '/migrations/%E0%A4%A',
    '/migrations/1.5',
    '/settings.html',
    '/migrations//9',
    '/%2f',
  ])(
    'When nothing can be at the address %s, then a browser gets the page with 404, and a program the error body',
    async (path) => {
      const page = await ask(server.url, path, { headers: { accept: 'text/html,*/*;q=0.8' } });
      expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.text).toContain('The app');
      for (const asking of [{}, { headers: { accept: '*/*' } }, { method: 'POST' }]) {
        const { status, json } = await ask(server.url, path, asking);
        expect([status, json['code']]).toEqual([404, 'request.not_found']);
      }
    },
  );

  test.each([
    '/assets/missing.js',
    '/assets',
    '/missing.png',
    '/.env',
    '/%2e%2e/package.json',
    '/assets/%2e%2e/.env',
    '/api/user',
    '/API/user',
    '/internal/sign-ins',
    '/metrics',
    '/healthz/',
    '//auth',
    '/%00',
  ])('It does not replace what is missing: %s', async (path) => {
    expect((await ask(server.url, path)).status).toBe(404);
  });

  test('It is for reading only', async () => {
    expect((await ask(server.url, '/auth', { method: 'POST' })).status).toBe(404);
  });
});

describe('The files', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('With %s the best precompressed one is sent, good for a year', async (accepted, encoding) => {
    const { status, headers } = await ask(server.url, '/assets/main-3f9a.js', {
      headers: { 'accept-encoding': accepted },
    });
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers['content-type']).toMatch(/javascript/);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers.vary).toBe('Accept-Encoding');
  });

  test('A file without a hash in its name is revalidated each time', async () => {
    const { headers } = await ask(server.url, '/favicon.svg');
    expect(headers['cache-control']).toBe('no-cache');
  });
});
