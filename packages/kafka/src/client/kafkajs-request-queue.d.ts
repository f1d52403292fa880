/** The parts of kafkajs' request queue that the idle guard corrects; kafkajs publishes no types for it. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface InflightRequest {
    readonly sentAt: number;
    readonly requestTimeout: number;
    timeoutRequest(): void;
  }

  interface RequestQueueOptions {
    readonly maxInFlightRequests: number | null;
    readonly requestTimeout: number;
    readonly enforceRequestTimeout: boolean;
    readonly clientId: string;
    readonly broker: string;
    readonly logger: { debug(message: string): void };
    readonly isConnected: () => boolean;
  }

  interface PushedRequest {
    readonly entry: {
      readonly correlationId: number;
      readonly apiName: string;
      resolve(answer: unknown): void;
      reject(error: Error): void;
    };
    readonly expectResponse: boolean;
    sendRequest(): void;
  }

  /** The requests of one connection. */
  class RequestQueue {
    constructor(options: RequestQueueOptions);
    /** Requests that could not be sent yet: too many are in flight, or the broker asked to slow down. */
    readonly pending: readonly unknown[];
    readonly inflight: ReadonlyMap<number, InflightRequest>;
    readonly enforceRequestTimeout: boolean;
    readonly isConnected: () => boolean;
    requestTimeoutIntervalId: NodeJS.Timeout | undefined;
    throttledUntil: number;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    scheduleRequestTimeoutCheck: (this: RequestQueue) => void;
    push(request: PushedRequest): void;
    fulfillRequest(answer: { correlationId: number; payload: unknown; size: number }): void;
    destroy(): void;
  }
  export default RequestQueue;
}
