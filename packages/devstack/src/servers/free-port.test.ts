import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { firstPortOf, freePort, isFree } from './free-port.ts';

test('When a server listens on a port, then it is not free; when it has closed, then it is', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(isFree(port)).resolves.toBe(false);
  server.close();
  await once(server, 'close');
  await expect(isFree(port)).resolves.toBe(true);
});

test('A chosen port is free and below those that outgoing connections are given', async () => {
  const port = await freePort();
  expect(port).toBeLessThan(32_768);
  await expect(isFree(port)).resolves.toBe(true);
});

test('No port is handed out twice, even when nothing listens on it yet', async () => {
  const ports = new Set<number>();
  for (let drawn = 1; drawn <= 500; drawn += 1) expect(ports.add(await freePort()).size).toBe(drawn);
});

test('Test files that run at a time draw different ports', () => {
  const [one, other] = [firstPortOf('1'), firstPortOf('2')];
  expect(Math.abs(one - other)).toBe(750);
  expect([undefined, '16'].map(firstPortOf)).toEqual([20_000, 20_000]);
});
