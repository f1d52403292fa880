import RequestQueue from 'kafkajs/src/network/requestQueue/index.js';

const guarded = Symbol.for('ridgeline.kafkajs.idle-guard');

/**
 * Stops the timer that kafkajs 2.2.4 keeps running on every connection.
 *
 * After each answer kafkajs schedules a look at its queue of waiting requests, also when nothing waits; the delay it
 * computes is then a negative number, which Node turns into 1 ms, and the look schedules the next one. An idle process
 * so wakes a thousand times a second for each connection, several per cent of a core (tulios/kafkajs issue 1751, pull
 * request 1768). Nothing is lost by not looking at an empty queue: a request that has to wait schedules its own look.
 */
export function guardIdleConnections(): void {
  const prototype = RequestQueue.prototype;
  if (Object.hasOwn(prototype, guarded)) return;
  const schedule = prototype.scheduleCheckPendingRequests;
  Object.defineProperty(prototype, guarded, { value: true });
  prototype.scheduleCheckPendingRequests = function (): void {
    if (this.pending.length > 0) schedule.call(this);
  };
}
