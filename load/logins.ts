import { getUser, login } from '@ridgeline/contracts';
import { openApiSession } from '@ridgeline/devstack';
import type { BenchResult } from './benchmark.ts';
import { collectShares, metersOf } from './logins/cpu-shares.ts';
import { measureFlood } from './logins/flood.ts';
import { interleaved } from './measuring/interleaved.ts';
import { generateLoadOf } from './measuring/load-generator.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { startProgram } from './measuring/program.ts';
import { median, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';
import type { BareHashes } from './programs/bare-logins.ts';

const goals = { logins: 0.85, slowerInFlood: 2 };
const rounds = 5;
const logins = 200;

/**
 * Complete sign-ins per second (gateway, throttles, auth service, session, audit trail) relative to what the bare hash
 * allows on this machine; and how a signed-in user is affected while sign-ins arrive three times as fast as they can be
 * verified.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'logins');
  const { gateway, signIns: people } = product.description;
  const [person] = people;
  if (!person) throw new Error('No user can sign in');
  const session = openApiSession(gateway);
  await session.signIn(person.email, person.password);
  // A protected password is valid for one sign-in.
  const signIns = async (requests: number) => {
    const bodies: string[] = [];
    for (let made = 0; made < requests; made += 1)
      bodies.push(JSON.stringify({ email: person.email, password: await session.protect(person.password) }));
    const headers = { 'content-type': 'application/json' };
    return { url: gateway + login.path, method: 'POST' as const, headers, bodies, requests };
  };

  tell(`Measuring ${rounds} rounds ...`);
  const shares = collectShares(metersOf(product));
  const bareCpuMs: number[] = [];
  const measured = await interleaved(rounds, {
    bare: async () => {
      const { perSecond, cpuMs } = await bareHashes();
      bareCpuMs.push(cpuMs);
      return perSecond;
    },
    logins: async () => {
      const load = { ...(await signIns(logins)), connections: 8 };
      const { seconds } = await shares.during(logins, () => generateLoadOf(200, load));
      return logins / seconds;
    },
  });
  const [bare, whole] = [median(measured.bare), median(measured.logins)];

  tell(`Flooding, ${rounds} rounds ...`);
  const call = { url: gateway + getUser.path, headers: { cookie: session.cookie() } };
  const flood = await measureFlood({ rounds, signIns, signInsPerSecond: bare, call });
  const ratio = round(whole / bare);
  return {
    name: 'logins',
    ratio,
    goal: goals.logins,
    ok: ratio >= goals.logins && flood.slower <= goals.slowerInFlood && flood.onlyRefused,
    detail: {
      'logins per second': round(whole),
      'bare hashes per second': round(bare),
      'CPU ms of one bare hash': round(median(bareCpuMs.slice(1))),
      ...shares.report(),
      ...flood.detail,
      'goal slower in the flood': goals.slowerInFlood,
      rounds,
    },
  };
}

async function bareHashes(): Promise<BareHashes> {
  await using resources = new AsyncDisposableStack();
  const module = new URL('./programs/bare-logins.ts', import.meta.url);
  return (await startProgram<BareHashes>(resources, { module, args: [String(logins)] })).ready;
}
