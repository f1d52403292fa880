/** The extension of `load/k6/binary/sse`. */
declare module 'k6/x/sse' {
  export interface StreamEvent {
    readonly name: string;
    readonly id: string;
    readonly data: string;
  }
  export interface StreamEnding {
    readonly status: number;
    readonly reason: 'stopped' | 'closed' | 'late' | 'refused';
  }
  /** Reads an event stream until `onEvent` answers true, the server closes it or the time is over. */
  export function watch(
    url: string,
    headers: Readonly<Record<string, string>>,
    timeoutMs: number,
    onEvent: (event: StreamEvent) => boolean,
  ): StreamEnding;
}
