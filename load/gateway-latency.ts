import type { BenchResult } from './benchmark.ts';
import { guardedPath, signIn, startGatewayStand } from './gateway/gateway-stand.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoadOf } from './measuring/load-generator.ts';
import { median, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** Milliseconds that the gateway may add to the median answer. */
const goalMs = 0.35;
const rounds = 6;
const requests = 3_000;

/** What the gateway adds to a call that does not queue: the median time of one request at a time, minus the service's own. */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { gateway, backend } = await startGatewayStand(resources, { log: tell });
  const cookie = await signIn(gateway.url);
  const p50 = (url: string) => async (): Promise<number> => {
    const load = { url: url + guardedPath, headers: { cookie }, connections: 1, requests };
    return (await generateLoadOf(200, load)).p50Ms;
  };
  tell(`Measuring ${rounds} rounds ...`);
  const measured = await interleaved(rounds, { direct: p50(backend), gateway: p50(gateway.url) });
  const [direct, through] = [median(measured.direct), median(measured.gateway)];
  const added = through - direct;
  return {
    name: 'gateway-latency',
    ratio: round(added / goalMs),
    goal: 1,
    ok: added <= goalMs,
    detail: {
      'added ms': round(added),
      'goal added ms': goalMs,
      'direct p50 ms': round(direct),
      'gateway p50 ms': round(through),
      rounds,
    },
  };
}
