import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * Balances connections over the processes of a service as a Kubernetes Service does: each new connection goes to the next
 * target in turn, and open ones stay where they are, whatever the targets become.
 */
export class Balancer implements AsyncDisposable {
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #targets: readonly number[] = [];
  #turn = 0;

  private constructor() {
    // Half-open: a side that has finished sending may still receive an answer.
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
