import { Agent, request, type IncomingHttpHeaders } from 'node:http';

/** An event as a browser's EventSource would hand it on. */
interface StreamEvent {
  readonly name: string;
  readonly id: string | null;
  readonly data: string;
}

/** An open live stream and what came so far. */
export interface TestStream {
  readonly headers: IncomingHttpHeaders;
  readonly events: StreamEvent[];
  /** The reconnect delays that the server sent, in milliseconds. */
  readonly retries: number[];
  /** Lines that say nothing. */
  readonly heartbeats: number;
  readonly ended: boolean;
  close(): void;
}

function read(block: string, stream: { events: StreamEvent[]; retries: number[]; heartbeats: number }): void {
  const fields = new Map<string, string[]>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    fields.set(name, [...(fields.get(name) ?? []), line.slice(colon + 1).trimStart()]);
  }
  const data = fields.get('data');
  const retry = fields.get('retry')?.[0];
  if (fields.has('')) stream.heartbeats += 1;
  if (retry !== undefined) stream.retries.push(Number(retry));
  if (data)
    stream.events.push({
      name: fields.get('event')?.[0] ?? 'message',
      id: fields.get('id')?.[0] ?? null,
      data: data.join('\n'),
    });
}

/** Opens the live stream; rejects with the status when it is refused. */
export function openStream(baseUrl: string, cookie: string, lastEventId?: string): Promise<TestStream> {
  const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  const { promise, resolve, reject } = Promise.withResolvers<TestStream>();
  // As a browser, which would keep the connection.
  const agent = new Agent({ keepAlive: true });
  const sent = request(`${baseUrl}/api/migrations/events`, { headers, agent }, (res) => {
    if (res.statusCode !== 200) {
      res.resume();
      reject(new Error(String(res.statusCode)));
      return;
    }
    const stream = {
      headers: res.headers,
      events: [] as StreamEvent[],
      retries: [] as number[],
      heartbeats: 0,
      ended: false,
      close: () => void sent.destroy(),
    };
    let rest = '';
    res.setEncoding('utf8');
    res.on('data', (chunk: string) => {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) read(block, stream);
    });
    res.on('error', () => undefined);
    res.on('close', () => (stream.ended = true));
    resolve(stream);
  });
  sent.on('error', reject);
  sent.end();
  return promise;
}
