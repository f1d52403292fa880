import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { openApiDocument } from '@ridgeline/contracts/openapi';
import express from 'express';
import { answerApiDocument } from './docs-routes.ts';

test('When the description of the API is asked for, then it was made before, and a client that has it gets an empty 304', async () => {
  const app = express().get('/', answerApiDocument());
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  // With its first call to an address, fetch itself makes JSON.
  await fetch(`${url}elsewhere`);
  const work = jest.spyOn(JSON, 'stringify');
  try {
    const first = await fetch(url);
    const etag = first.headers.get('etag') ?? '';
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const text = await first.text();
    const again = await fetch(url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const changed = await fetch(url, { headers: { 'if-none-match': '"of the version before"' } });
    expect([changed.status, await changed.text()]).toEqual([200, text]);
    expect(work).not.toHaveBeenCalled();
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  } finally {
    work.mockRestore();
    server.close();
  }
});
