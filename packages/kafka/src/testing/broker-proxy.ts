import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Kinds of requests, by their numbers in the Kafka protocol. */
export const requestKinds = { fetch: 1, findCoordinator: 10, joinGroup: 11, heartbeat: 12 } as const;

/**
 * A proxy to a broker that a test can close or throttle. It also replaces the broker's own address in
 * the broker's answers, so that clients cannot bypass it.
 */
export interface BrokerProxy extends AsyncDisposable {
  readonly brokers: readonly string[];
  /** How many connections were cut because of a refused request. */
  readonly refused: number;
  /** Cuts all connections and accepts no new ones: the broker is unavailable. */
  close(): Promise<void>;
  /** Takes connections again. */
  open(): Promise<void>;
  /** Cuts every connection on which one of these requests is sent, until the next call. */
  refuse(kinds: readonly number[]): void;
}

/** Starts a proxy, open, before a broker of this machine (`127.0.0.1:port`). */
export async function startBrokerProxy(broker: string): Promise<BrokerProxy> {
  const brokerPort = Number(broker.split(':')[1]);
  const sockets = new Set<Socket>();
  let refusedKinds: readonly number[] = [];
  let refused = 0;
  let ownPort = 0;

  const server = createServer((client) => {
    const upstream = connect(brokerPort, '127.0.0.1');
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        sockets.delete(socket);
        cut();
      });
    }
    const requests = new Frames((frame) => {
      if (refusedKinds.includes(frame.readInt16BE(4))) {
        refused += 1;
        cut();
      } else upstream.write(frame);
    });
    const answers = new Frames((frame) => {
      replaceAddress(frame, brokerPort, ownPort);
      client.write(frame);
    });
    client.on('data', (data: Buffer) => requests.push(data));
    upstream.on('data', (data: Buffer) => answers.push(data));
  });

  const open = async (): Promise<void> => {
    server.listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    ownPort = (server.address() as AddressInfo).port;
  };
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await open();
  return {
    brokers: [`127.0.0.1:${ownPort}`],
    get refused() {
      return refused;
    },
    open,
    close,
    refuse: (kinds) => {
      refusedKinds = kinds;
    },
    [Symbol.asyncDispose]: close,
  };
}

/** Writes our port into the frame where it names the broker's address: a string (length, text) followed by the port. */
function replaceAddress(frame: Buffer, from: number, to: number): void {
  const host = Buffer.from('\0\t127.0.0.1');
  for (let at = frame.indexOf(host); at >= 0; at = frame.indexOf(host, at + 1)) {
    const port = at + host.length;
    if (port + 4 <= frame.length && frame.readInt32BE(port) === from) frame.writeInt32BE(to, port);
  }
}

/** Splits a stream of the Kafka protocol into its frames, each preceded by its length. */
class Frames {
  readonly #onFrame: (frame: Buffer) => void;
  #rest = Buffer.alloc(0);

  constructor(onFrame: (frame: Buffer) => void) {
    this.#onFrame = onFrame;
  }

  push(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (;;) {
      const length = this.#rest.length < 4 ? Infinity : 4 + this.#rest.readInt32BE(0);
      if (this.#rest.length < length) return;
      const frame = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#onFrame(frame);
    }
  }
}
