import { getUser, login } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import type { BenchResult } from './benchmark.ts';
import type { BareHashes } from './logins/bare.ts';
import { cpuSeconds } from './measuring/cpu-seconds.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoad, generateLoadOf, type Load } from './measuring/load-generator.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { startProgram } from './measuring/program.ts';
import { round } from './measuring/round.ts';
import { median } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

const goals = { logins: 0.85, slowerInFlood: 2 };
const rounds = 5;
const logins = 200;
/** How many times what can be verified the flood tries. */
const floodFactor = 3;
const floodSeconds = 8;
/** Of the person who is signed in while others flood; enough for a p99. */
const probes = { requests: 320, perSecond: 40, connections: 8 };

/**
 * Whole sign-ins in a second (gateway, throttles, auth service, session, audit trail) over what the bare hash allows on
 * this machine; and how a signed-in person fares while sign-ins come in three times as fast as they can be verified.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'logins');
  const { gateway, signIns } = product.description;
  const [person] = signIns;
  if (!person) throw new Error('Nobody can sign in');
  const session = openApiSession(gateway);
  await session.signIn(person.email, person.password);

  const processes = (['auth', 'gateway'] as const).map((name) => ({
    name,
    pid: product.description.services[name]?.pids[0] ?? 0,
  }));

  const attempt = async (more: Pick<Load, 'connections' | 'requests' | 'perSecond'>): Promise<Load> => ({
    url: gateway + login.path,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: await session.protect(person.password) }),
    ...more,
  });
  tell(`Measuring ${rounds} rounds ...`);
  const cpu = { hash: [] as number[], auth: [] as number[], gateway: [] as number[] };
  const measured = await interleaved(rounds, {
    bare: async () => {
      const { perSecond, cpuMs } = await bareHashes();
      cpu.hash.push(cpuMs);
      return perSecond;
    },
    logins: async () => {
      const load = await attempt({ connections: 8, requests: logins });
      const before = processes.map(({ pid }) => cpuSeconds(pid));
      const { seconds } = await generateLoadOf(200, load);
      for (const [index, { name, pid }] of processes.entries())
        cpu[name].push(((cpuSeconds(pid) - (before[index] ?? 0)) * 1_000) / logins);
      return logins / seconds;
    },
  });
  const [bare, whole] = [median(measured.bare), median(measured.logins)];

  tell('Flooding ...');
  const probe: Load = { url: gateway + getUser.path, headers: { cookie: session.cookie() }, ...probes };
  const idle = await generateLoadOf(200, probe);
  const perSecond = Math.ceil(bare * floodFactor);
  const [flood, flooded] = await Promise.all([
    generateLoad(await attempt({ connections: 128, requests: perSecond * floodSeconds, perSecond })),
    generateLoadOf(200, probe),
  ]);
  const { '200': admitted = 0, '429': refused = 0 } = flood.statuses;
  const ratio = round(whole / bare);
  const slower = round(flooded.p99Ms / idle.p99Ms);
  return {
    name: 'logins',
    ratio,
    goal: goals.logins,
    ok: ratio >= goals.logins && slower <= goals.slowerInFlood && admitted + refused === flood.requests,
    detail: {
      'logins per second': round(whole),
      'bare hashes per second': round(bare),
      'CPU ms of one bare hash': round(median(cpu.hash)),
      'CPU ms of the auth service for one sign-in': round(median(cpu.auth)),
      'CPU ms of the gateway for one sign-in': round(median(cpu.gateway)),
      'GET /api/user p99 ms idle': round(idle.p99Ms),
      'GET /api/user p99 ms in the flood': round(flooded.p99Ms),
      'slower in the flood': slower,
      'goal slower in the flood': goals.slowerInFlood,
      'flood per second': round(flood.requests / flood.seconds),
      'flood admitted': admitted,
      'flood answered 429': refused,
      'flood p50 ms': round(flood.p50Ms),
      'flood otherwise': JSON.stringify(flood.statuses),
      rounds,
    },
  };
}

async function bareHashes(): Promise<BareHashes> {
  await using resources = new AsyncDisposableStack();
  const module = new URL('logins/bare.ts', import.meta.url);
  return (await startProgram<BareHashes>(resources, { module, args: [String(logins)] })).ready;
}
