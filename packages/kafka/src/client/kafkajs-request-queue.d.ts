/** The part of kafkajs' request queue that the idle guard corrects; kafkajs publishes no types for it. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  class RequestQueue {
    /** Requests that could not be sent yet: too many are in flight, or the broker asked to slow down. */
    pending: unknown[];
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
  export default RequestQueue;
}
