import { join } from 'node:path';
import type { BenchResult } from './benchmark.ts';
import { guardedPath, signIn, startGatewayStand } from './gateway/gateway-stand.ts';
import { startNginx } from './gateway/nginx.ts';
import { cpuSeconds } from './measuring/cpu-seconds.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoadOf } from './measuring/load-generator.ts';
import { startProgram } from './measuring/program.ts';
import { median, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** CPU time per proxied request, of the gateway as it is shipped. */
const goals = { stock: 1 / 3, nginx: 9 };
const rounds = 6;
/** Enough for a CPU time that is counted in hundredths of a second, and for V8 to have compiled the hot code. */
const requests = 10_000;
const connections = 16;

/**
 * CPU time per request that a proxy takes for the same answer of the same service. The whole gateway (session, access
 * record, signed identity, CSRF check, security headers, metrics, access log) is compared with the same packages as shipped
 * (Express, express-session, connect-redis and, as the goal names it, version 3 of http-proxy-middleware, with their
 * defaults), and with nginx, which only proxies. Two more are shown but decide nothing: stock with version 4, which keeps
 * its connections to services, and the bare proxy, the lower bound for these packages.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const stand = await startGatewayStand(resources, { log: tell });
  const { gateway, backend, redisUrl } = stand;
  const startStock = (version: '3' | '4') =>
    startProgram<string>(resources, {
      module: new URL('gateway/stock.ts', import.meta.url),
      args: [backend, redisUrl, version],
    });
  const [stock, stock4] = [await startStock('3'), await startStock('4')];
  const alone = await startProgram<string>(resources, {
    module: new URL('gateway/proxy-alone.ts', import.meta.url),
    args: [backend],
  });
  const nginx = await startNginx(resources, { dir: join(stand.dir, 'nginx'), target: backend, log: tell });
  const cookies = {
    gateway: await signIn(gateway.url),
    stock: await signIn(stock.ready),
    stock4: await signIn(stock4.ready),
  };

  const microseconds =
    (pid: number, url: string, headers = {}) =>
    async (): Promise<number> => {
      const before = cpuSeconds(pid);
      await generateLoadOf(200, { url: url + guardedPath, headers, connections, requests });
      return ((cpuSeconds(pid) - before) / requests) * 1_000_000;
    };
  tell(`Measuring ${rounds} rounds ...`);
  const measured = await interleaved(rounds, {
    gateway: microseconds(gateway.pid, gateway.url, { cookie: cookies.gateway }),
    stock: microseconds(stock.pid, stock.ready, { cookie: cookies.stock }),
    stock4: microseconds(stock4.pid, stock4.ready, { cookie: cookies.stock4 }),
    alone: microseconds(alone.pid, alone.ready),
    nginx: microseconds(nginx.pid, nginx.url),
  });

  const [ours, theirs, plain] = [median(measured.gateway), median(measured.stock), median(measured.nginx)];
  const [theirs4, floor] = [median(measured.stock4), median(measured.alone)];
  const ratio = round(ours / theirs);
  const toNginx = round(ours / plain);
  const spread = (values: readonly number[]): string =>
    `${round(Math.min(...values))} to ${round(Math.max(...values))}`;
  return {
    name: 'gateway',
    ratio,
    goal: round(goals.stock),
    ok: ratio <= goals.stock && toNginx <= goals.nginx,
    detail: {
      'gateway µs of CPU per request': round(ours),
      'stock µs of CPU per request': round(theirs),
      'stock of version 4 µs of CPU per request': round(theirs4),
      'gateway to stock of version 4': round(ours / theirs4),
      'proxy alone µs of CPU per request': round(floor),
      'proxy alone to stock of version 4': round(floor / theirs4),
      'proxy alone to nginx': round(floor / plain),
      'nginx µs of CPU per request': round(plain),
      'gateway to nginx': toNginx,
      'goal to nginx': goals.nginx,
      'gateway spread': spread(measured.gateway),
      'stock spread': spread(measured.stock),
      'nginx spread': spread(measured.nginx),
      rounds,
    },
  };
}
