import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { containerEngineAnswers } from './container-engine.mjs';

let dir: string;
let server: Server | undefined;
const before = process.env['DOCKER_HOST'];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ridgeline-engine-'));
  process.env['DOCKER_HOST'] = `unix://${dir}/engine.sock`;
});

afterEach(async () => {
  if (before === undefined) delete process.env['DOCKER_HOST'];
  else process.env['DOCKER_HOST'] = before;
  server?.closeAllConnections();
  server?.close();
  await rm(dir, { recursive: true });
});

async function engine(answer: RequestListener): Promise<void> {
  server = createServer(answer).listen(join(dir, 'engine.sock'));
  await once(server, 'listening');
}

describe('Looking for a container engine', () => {
  test('When one answers, then there is one', async () => {
    await engine((request, response) => {
      response.statusCode = request.url === '/_ping' ? 200 : 404;
      response.end('OK');
    });
    await expect(containerEngineAnswers()).resolves.toBe(true);
  });

  test('When the socket exists but nothing answers, then there is no engine', async () => {
    await engine(() => undefined);
    await expect(containerEngineAnswers()).resolves.toBe(false);
  });

  test('When nothing is at the address, then there is none', async () => {
    await expect(containerEngineAnswers()).resolves.toBe(false);
  });
});
