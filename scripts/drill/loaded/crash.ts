/**
 * Loaded into a service by `NODE_OPTIONS=--import`: makes it crash with an error some seconds after every start, once it is
 * ready.
 */
const lookEveryMs = 1_000;
const looks = 4;
const readyUrl = `http://127.0.0.1:${process.env['METRICS_PORT'] ?? ''}/readyz`;

let ready = 0;

async function endAfterSomeLooks(): Promise<void> {
  const answer = await fetch(readyUrl).catch(() => null);
  if (answer?.ok) ready += 1;
  if (ready === looks) throw new Error('Planted by the drill');
}

setInterval(() => void endAfterSomeLooks(), lookEveryMs).unref();
