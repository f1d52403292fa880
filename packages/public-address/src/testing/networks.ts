import { createServer as createHttps } from 'node:https';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { promisify } from 'node:util';
import { selfSigned } from '@ridgeline/testkit/self-signed';
import type { ProbeNetwork } from '../probe.ts';
import { publicIp, publicIp6 } from './evasions.ts';

/** An internet of one https server, and beside it a listener that represents everything internal. Both are on loopback. */
export interface TestNetworks extends AsyncDisposable {
  /** Replaces the network: public addresses lead to the server, all others to the internal listener. */
  readonly network: (answers?: readonly (readonly string[])[]) => ProbeNetwork;
  readonly innerConnects: () => number;
  /** The addresses that were dialed, in order. */
  readonly dialled: string[];
  /** What the https server was asked: method, host and path. */
  readonly asked: string[];
  readonly answerWith: (status: number, headers?: Record<string, string>) => void;
  /** Makes the https server accept connections without answering. */
  readonly fallSilent: () => void;
}

export async function openTestNetworks(...names: readonly string[]): Promise<TestNetworks> {
  const { key, certificate } = await selfSigned('public', [
    ...names.map((name) => `DNS:${name}`),
    `IP:${publicIp}`,
    `IP:${publicIp6}`,
  ]);
  const [dialled, asked]: [string[], string[]] = [[], []];
  let answer: { status: number; headers: Record<string, string> } | null = { status: 204, headers: {} };
  let inner = 0;
  const https = createHttps({ key, cert: certificate }, (request, response) => {
    asked.push(`${request.method} ${request.headers.host}${request.url}`);
    if (answer !== null) response.writeHead(answer.status, answer.headers).end();
  });
  const insides = createServer((socket) => {
    inner += 1;
    socket.destroy();
  });
  const [publicPort, innerPort] = [await listening(https), await listening(insides)];

  return {
    dialled,
    asked,
    innerConnects: () => inner,
    answerWith: (status, headers = {}) => (answer = { status, headers }),
    fallSilent: () => (answer = null),
    network: (answers = [[publicIp]]) => {
      let questions = 0;
      return {
        ca: certificate,
        resolve: () => Promise.resolve(answers[Math.min(questions++, answers.length - 1)] ?? []),
        dial: (address) => {
          dialled.push(address);
          const isPublic = address === publicIp || address === publicIp6;
          return connect({ host: '127.0.0.1', port: isPublic ? publicPort : innerPort });
        },
      };
    },
    async [Symbol.asyncDispose]() {
      https.closeAllConnections();
      await Promise.all([https, insides].map((server) => promisify(server.close.bind(server))()));
    },
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}
