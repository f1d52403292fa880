import { randomBytes } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { retry, retryEvery } from '@ridgeline/kit';
import { aclFile, type RedisUser } from '@ridgeline/redis/users';

/** Resolves when the Redis at `url` answers PING with its data loaded; throws the last reason when `signal` aborts. */
export async function waitForRedis(url: string, signal: AbortSignal): Promise<void> {
  const expectPong = async (): Promise<void> => {
    const answer = await ping(new URL(url));
    if (!answer.startsWith('+PONG')) throw new Error(`Redis does not answer: ${answer}`);
  };
  await retry(retryEvery(20), expectPong, { shouldRetry: () => !signal.aborted });
}

// Two lines of the Redis protocol by hand: the client library belongs to packages/redis, which needs a running server.
function ping(url: URL): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const port = Number(url.port === '' ? 6379 : url.port);
  const socket: Socket =
    url.protocol === 'rediss:'
      ? connectTls({
          host: url.hostname,
          port,
          ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
        })
      : connect({ host: url.hostname, port });
  const login = url.password === '' ? '' : auth([url.username, url.password].filter(Boolean));
  let answer = '';
  socket.setTimeout(1_000, () => socket.destroy(new Error('no answer within a second')));
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    answer += String(data);
    const lastLine = answer.trimEnd().split('\r\n').at(-1) ?? '';
    if (answer.endsWith('\r\n') && lastLine !== '+OK') {
      resolve(lastLine);
      socket.destroy();
    }
  });
  socket.on('error', (error) => resolve(error.message));
  socket.on('close', () => resolve('connection closed'));
  socket.write(`${login}PING\r\n`);
  return promise;
}

// As an array of strings with their lengths: a password may contain characters at which an inline command would be split.
function auth(credentials: string[]): string {
  const words = ['AUTH', ...credentials.map(decodeURIComponent)];
  return `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;
}

/** The components' users at a stack's Redis. The default user is the owner, for tests and commands. */
export interface StackRedisUsers {
  /** The text of the server's ACL file. */
  readonly file: string;
  /** The owner's address as a component's. */
  readonly addressOf: (address: string, user: RedisUser) => string;
}

/** Users whose password is new with each start of a stack. */
export function newRedisUsers(): StackRedisUsers {
  const password = randomBytes(16).toString('hex');
  return {
    file: aclFile(() => password),
    addressOf: (address, user) => {
      const url = new URL(address);
      [url.username, url.password] = [user, password];
      return url.href;
    },
  };
}
