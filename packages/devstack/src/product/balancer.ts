import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Stands before the processes of a service as a Service of Kubernetes does: each new connection goes to one of the targets
 * in turn, and those that are open stay where they are, whatever the targets become.
 */
export class Balancer implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #targets: readonly number[] = [];
  #turn = 0;

  private constructor() {
    // A side that has said its last word may still be answered.
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#join(client));
  }

  /** Listens on a free port of this machine. */
  static async open(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on new connections go to these ports of this machine. */
  leadTo(ports: readonly number[]): void {
    this.#targets = ports;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #join(client: Socket): void {
    const port = this.#targets[this.#turn % this.#targets.length];
    this.#turn += 1;
    if (port === undefined) {
      client.destroy();
      return;
    }
    const target = connect({ host: '127.0.0.1', port, allowHalfOpen: true, noDelay: true });
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      this.#open.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.once('close', () => {
        this.#open.delete(one);
        other.destroySoon();
      });
    }
  }
}
