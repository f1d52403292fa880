import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Balancer } from './balancer.ts';

/** Answers each line with its own name. */
async function namedServer(resources: AsyncDisposableStack, name: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(name));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  resources.defer(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('who?');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString();
}

describe('A balancer', () => {
  test('New connections go to the targets in turn; an open one stays where it is when the targets change', async () => {
    await using resources = new AsyncDisposableStack();
    const [old, beside, next] = [
      await namedServer(resources, 'old'),
      await namedServer(resources, 'beside'),
      await namedServer(resources, 'next'),
    ];
    const balancer = resources.use(await Balancer.open());
    const open = (): Socket => {
      const socket = connect(balancer.port, '127.0.0.1');
      resources.defer(() => void socket.destroy());
      return socket;
    };
    balancer.leadTo([old, beside]);
    const early = open();
    expect([await ask(early), await ask(open())]).toEqual(['old', 'beside']);
    balancer.leadTo([next]);
    expect([await ask(open()), await ask(early)]).toEqual(['next', 'old']);
  });

  test('While there is no target, connections are ended', async () => {
    await using balancer = await Balancer.open();
    const socket = connect(balancer.port, '127.0.0.1');
    socket.resume();
    await once(socket, 'close');
    expect(socket.bytesRead).toBe(0);
  });
});
