/** An event of a stream of server-sent events; what it does not say is missing. */
export interface StreamEvent {
  readonly event?: string;
  readonly id?: string;
  readonly retry?: string;
  readonly data?: string;
}

/** Takes a stream apart as its text comes, in whatever pieces; events of one line of data, as ours are. */
export class StreamParser {
  #rest = '';

  /** The events that end in this piece. */
  take(piece: string): StreamEvent[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    return blocks.map((block) =>
      Object.fromEntries(
        block.split('\n').map((line) => {
          const colon = line.indexOf(':');
          return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
        }),
      ),
    );
  }
}
