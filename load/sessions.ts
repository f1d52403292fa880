import type { BenchResult } from './benchmark.ts';
import { sessionSecret, signIn, startGatewayStand } from './gateway/gateway-stand.ts';
import { cpuSeconds } from './measuring/cpu-seconds.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoadOf } from './measuring/load-generator.ts';
import { startProgram } from './measuring/program.ts';
import { median, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

const goal = 1.7;
const rounds = 6;
const requests = 20_000;
const connections = 16;

/**
 * What the session guard costs: CPU time of a small answer behind it (cookie, session and access record from Redis)
 * relative to the same answer without it, both on Express with nothing else involved. It uses a real session of a real
 * gateway.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { gateway, redisUrl } = await startGatewayStand(resources, { log: tell });
  const cookie = await signIn(gateway.url);
  const routes = await startProgram<string>(resources, {
    module: new URL('./programs/session-routes.ts', import.meta.url),
    args: [redisUrl, sessionSecret],
  });
  const microseconds = (path: string) => async (): Promise<number> => {
    const before = cpuSeconds(routes.pid);
    await generateLoadOf(200, { url: routes.ready + path, headers: { cookie }, connections, requests });
    return ((cpuSeconds(routes.pid) - before) / requests) * 1_000_000;
  };
  tell(`Measuring ${rounds} rounds ...`);
  const measured = await interleaved(rounds, {
    unguarded: microseconds('/unguarded'),
    guarded: microseconds('/guarded'),
  });
  const [plain, guarded] = [median(measured.unguarded), median(measured.guarded)];
  const ratio = round(guarded / plain);
  return {
    name: 'sessions',
    ratio,
    goal,
    ok: ratio <= goal,
    detail: {
      'guarded µs of CPU per request': round(guarded),
      'unguarded µs of CPU per request': round(plain),
      rounds,
    },
  };
}
