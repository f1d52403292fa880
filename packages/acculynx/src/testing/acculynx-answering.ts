import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAcculynxClient, type AcculynxClient } from '../acculynx-client.ts';

export interface AnsweringAcculynx extends AsyncDisposable {
  readonly client: AcculynxClient;
  /** Path and query of each request, in their order. */
  readonly asked: readonly string[];
}

/** A server that answers as the test says, and a client for it. */
export async function acculynxAnswering(listener: RequestListener): Promise<AnsweringAcculynx> {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? '');
    listener(req, res);
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    client: createAcculynxClient({ baseUrl: `http://127.0.0.1:${String(port)}`, secret: 'key-1' }),
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const json =
  (status: number, body: unknown): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
