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

/** A line that says nothing, to keep proxies from closing a quiet stream and to notice readers that are gone. */
export const heartbeatFrame = Buffer.from(':\n\n');

/** How long the browser waits before it comes back, in milliseconds. */
export function retryFrame(ms: number): Buffer {
  return Buffer.from(`retry: ${Math.round(ms)}\n\n`);
}

/** A migration changed; the id is what the browser resumes from. */
export function updateEvent(sequence: number, migrationJson: string): LiveEvent {
  return { sequence, frame: liveFrame({ name: 'migration-update', id: sequence, data: migrationJson }) };
}
