/** One update of a company's migrations, ready to be sent. */
export interface LiveEvent {
  /** Grows by one within a company. */
  readonly sequence: number;
  /** The bytes on the wire, made once for all readers. */
  readonly frame: Buffer;
}

/** An event of the stream, as https://html.spec.whatwg.org/multipage/server-sent-events.html writes it. */
export function liveFrame(event: { name: string; id?: number; data: string }): Buffer {
  const id = event.id === undefined ? '' : `id: ${event.id}\n`;
  const data = event.data.replaceAll(/\r\n|\r|\n/g, '\ndata: ');
  return Buffer.from(`${id}event: ${event.name}\ndata: ${data}\n\n`);
}

/** Keeps proxies from closing a quiet stream; an event, as pages cannot see the comments by which others do it. */
export const heartbeatFrame = liveFrame({ name: 'heartbeat', data: '{}' });

/** How long the browser waits before it comes back, in milliseconds. */
export function retryFrame(ms: number): Buffer {
  return Buffer.from(`retry: ${Math.round(ms)}\n\n`);
}

/** A time to wait of the reader's own, so that those who lose their process together do not come back at once. */
export const spreadRetryFrame = (): Buffer => retryFrame(500 + Math.random() * 1_500);

/** A migration changed; the id is what the browser resumes from. */
export function updateEvent(sequence: number, migrationJson: string): LiveEvent {
  return { sequence, frame: liveFrame({ name: 'migration-update', id: sequence, data: migrationJson }) };
}
