import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Bench } from './bench.ts';

/** A delivery as it arrived. */
export interface Arrived {
  readonly path: string;
  readonly contentType: string;
  readonly body: {
    readonly topicName: string;
    readonly eventDateTime: string;
    readonly eventId: string;
    readonly subscriptionId: string;
    readonly event: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

const HOST = 'hooks.example.com';
const CONSUMER_URL = `https://${HOST}/al/6f2c?token=1`;

/** A consumer of events on this machine; `status` is its answer, null for no answer. */
export class Consumer implements AsyncDisposable {
  readonly arrived: Arrived[] = [];
  status: number | null = 204;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        const { url = '', headers } = request;
        const contentType = headers['content-type'] ?? '';
        this.arrived.push({ path: url, contentType, body: JSON.parse(body) as Arrived['body'] });
        if (this.status !== null) response.writeHead(this.status, { Location: '/elsewhere' }).end();
      });
    });
  }

  /** Opens a consumer, and has the simulators send it the events of its host. */
  static async open({ simulators }: Bench): Promise<Consumer> {
    const consumer = new Consumer();
    consumer.#server.listen(0, '127.0.0.1');
    await once(consumer.#server, 'listening');
    const { port } = consumer.#server.address() as AddressInfo;
    const hosts = { [HOST]: `http://127.0.0.1:${port}` };
    simulators.simulation.change({ acculynx: { deliveries: { hosts } } });
    return consumer;
  }

  get topics(): string[] {
    return this.arrived.map(({ body }) => body.topicName);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const DEADLINE_MS = 10_000;

/** Waits until a condition holds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  while (!holds()) {
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Subscribes the bench's company to topics; answers the subscription's id. */
export async function subscribe(bench: Bench, topicNames: readonly string[]): Promise<string> {
  const { body } = await bench.webhooks('POST', '/subscriptions', {
    consumerUrl: CONSUMER_URL,
    techContact: 'ops@example.com',
    topicNames,
  });
  return (body as { subscriptionId: string }).subscriptionId;
}
