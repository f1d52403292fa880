import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHubspotClient, type HubspotClient } from '../hubspot-client.ts';

interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

export interface AnsweringHubspot extends AsyncDisposable {
  readonly client: HubspotClient;
  /** The requests in their order. */
  readonly seen: readonly SeenRequest[];
}

export const token = 'pat-na1-secret';

/** A server that answers as the test says, and a client for it. */
export async function hubspotAnswering(answer: RequestListener): Promise<AnsweringHubspot> {
  const seen: SeenRequest[] = [];
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const { method, url, headers } = req;
      seen.push({ method, url, headers, body: body === '' ? null : (JSON.parse(body) as unknown) });
      answer(req, res);
    });
  });
  const { promise, resolve } = Promise.withResolvers<undefined>();
  server.listen(0, '127.0.0.1', () => resolve(undefined));
  await promise;
  const { port } = server.address() as AddressInfo;
  return {
    client: createHubspotClient({ baseUrl: `http://127.0.0.1:${String(port)}`, secret: token }),
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) =>
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
