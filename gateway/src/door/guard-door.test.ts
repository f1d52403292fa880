import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { answerErrors, createLogger, listen, type HttpServer } from '@ridgeline/kit';
import express from 'express';
import { gatewayConfig } from '../config.ts';
import { rejectMalformedRequests, serverOptions } from './guard-door.ts';

let server: HttpServer;

beforeAll(async () => {
  const app = express();
  app.use(rejectMalformedRequests);
  // Requests that pass the guard are answered with their own raw headers.
  app.use((req, res) => void res.send(req.rawHeaders.join('\n')));
  app.use(answerErrors(createLogger({ service: 'test', level: 'silent' })));
  const { HEADER_SECONDS, BODY_SECONDS } = gatewayConfig.shape;
  const options = serverOptions({
    HEADER_SECONDS: HEADER_SECONDS.parse(undefined),
    BODY_SECONDS: BODY_SECONDS.parse(undefined),
    STRANGER_CONNECTIONS_PER_ADDRESS: 1,
    CONNECTIONS_PER_USER: 1,
    CONNECTIONS_IN_ALL: 2,
    TRUST_PROXY: 0,
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 }, options);
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function answerTo(...lines: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  const text = bytes.toString();
  if (text.startsWith('HTTP/1.1 200')) socket.destroy();
  // The server must close a refused client's connection.
  await once(socket, 'close');
  return text;
}

describe('Odd requests', () => {
  test.each([
    ['TRACE / HTTP/1.1', 'Host: x', 'Cookie: canary'],
    ['PROPFIND / HTTP/1.1', 'Host: x', 'Cookie: canary'],
  ])('%s is not supported, and its answer reveals nothing', async (...lines) => {
    const text = await answerTo(...lines);
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/^allow: GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE\r$/im);
    expect(text).not.toContain('canary');
  });

  test.each([
    ['two Hosts', 'request.invalid', ['GET / HTTP/1.1', 'Host: a', 'Host: b']],
    ['two Hosts in a write', 'request.invalid', ['POST / HTTP/1.1', 'Host: a', 'Host: a']],
    [
      'chunks in HTTP/1.0',
      'request.invalid',
      ['POST / HTTP/1.0', 'Host: a', 'Transfer-Encoding: chunked', '', '0'],
    ],
    ['a body in a read', 'request.body_unexpected', ['GET / HTTP/1.1', 'Host: a', 'Content-Length: 1']],
    [
      'chunks in a read',
      'request.body_unexpected',
      ['GET / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked'],
    ],
  ])('With %s a request is refused, and its connection ends', async (_, code, lines) => {
    const text = await answerTo(...lines);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain(code);
  });

  test.each([
    [['GET / HTTP/1.1', 'Host: a', 'Content-Length: 0']],
    [['GET / HTTP/1.1', 'Host: a']],
    [['POST / HTTP/1.1', 'Host: a', 'Transfer-Encoding: chunked', '', '0']],
    [['DELETE / HTTP/1.1', 'Host: a', 'Content-Length: 2', '', '{}']],
    [['OPTIONS / HTTP/1.1', 'Host: a']],
  ])('%j is an ordinary one', async (lines) => {
    expect(await answerTo(...lines)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
