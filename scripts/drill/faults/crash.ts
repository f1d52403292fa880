/** Loaded into a service by `NODE_OPTIONS=--import`: it runs for some seconds and ends with an error, at every start. */
const afterMs = 8_000;

setTimeout(() => {
  throw new Error('Planted by the drill');
}, afterMs).unref();
