import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const guarded = Symbol.for('ridgeline.kafkajs.idle-guard');

/** How often the requests in flight are checked for their timeout, which is counted in seconds. */
const timeoutCheckMs = 1_000;

/**
 * Stops the two timers that kafkajs 2.2.4 keeps running on every connection, used or not. Together they cost an idle
 * process some 2.5 % of a core; without them it takes a tenth of that (`npm run bench -- idle`). A second call does
 * nothing. To be reviewed with every version of kafkajs.
 *
 * 1. After each answer kafkajs schedules a check of its queue of waiting requests, even if the queue is empty. The delay
 *    that it computes is then negative, which Node turns into 1 ms, and the check schedules the next one: a thousand
 *    wake-ups per second (tulios/kafkajs issue 1751, pull request 1768). An empty queue needs no check, because a request
 *    that has to wait schedules its own.
 * 2. Every 100 ms it checks whether a request in flight has exceeded its timeout. Once a second is enough for that.
 */
export function guardIdleConnections(): void {
  const prototype = RequestQueue.prototype;
  if (Object.hasOwn(prototype, guarded)) return;
  Object.defineProperty(prototype, guarded, { value: true });

  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function (): void {
    if (this.pending.length > 0) schedule.call(this);
  };

  prototype.scheduleRequestTimeoutCheck = function (): void {
    if (!this.enforceRequestTimeout) return;
    this.destroy();
    this.requestTimeoutIntervalId = setInterval(() => {
      const now = Date.now();
      for (const request of this.inflight.values())
        if (now - request.sentAt > request.requestTimeout) request.timeoutRequest();
      if (!this.isConnected()) this.destroy();
    }, timeoutCheckMs);
  };
}
