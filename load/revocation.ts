import { updateUser } from '@ridgeline/contracts';
import { openApiSession, type ApiSession } from '@ridgeline/devstack';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';
import { watch } from './programs/watch-access.ts';

/** Milliseconds from the moment when the administrator's call is sent. */
const goalMs = 250;
const runs = 200;
const gateways = 3;

/**
 * How long a revoked user still has access: from the administrator's call to the last request that any of three gateway
 * processes accepted, and to the end of the user's last live stream.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'revocation', { gateways });
  const { gateway, signIns } = product.description;
  const boss = signIns.find(({ admin }) => admin);
  const worker = signIns.find(({ admin }) => !admin);
  if (!boss || !worker) throw new Error('An administrator and another user are needed');
  const administrator = openApiSession(gateway);
  await administrator.signIn(boss.email, boss.password);
  const addresses = product
    .processes('gateway')
    .map(({ options }) => `http://127.0.0.1:${options.env['PORT'] ?? ''}`);

  tell(`Revoking ${runs} times ...`);
  const requests: number[] = [];
  const streams: number[] = [];
  for (let count = 0; count < runs; count += 1) {
    const session = openApiSession(gateway);
    const { id } = await session.signIn(worker.email, worker.password);
    const watched = await Promise.all(addresses.map((address) => watch(address, session.cookie())));
    const start = performance.now();
    await setRevoked(administrator, id, true);
    const ends = await Promise.all(watched.map(({ ended }) => ended));
    requests.push(Math.max(0, ...ends.map(({ lastAccepted }) => lastAccepted - start)));
    streams.push(Math.max(...ends.map(({ streamEnded }) => streamEnded - start)));
    await setRevoked(administrator, id, false);
  }
  const [requestsP99, streamsP99] = [quantile(requests, 0.99), quantile(streams, 0.99)];
  const worst = Math.max(requestsP99, streamsP99);
  return {
    name: 'revocation',
    ratio: round(worst / goalMs),
    goal: 1,
    ok: worst <= goalMs,
    detail: {
      'requests p99 ms': round(requestsP99),
      'requests p50 ms': round(quantile(requests, 0.5)),
      'streams p99 ms': round(streamsP99),
      'streams p50 ms': round(quantile(streams, 0.5)),
      'goal ms': goalMs,
      gateways,
      runs,
    },
  };
}

async function setRevoked({ call }: ApiSession, id: number, revoked: boolean): Promise<void> {
  const body = { accessRevoked: revoked, accessRevokedReason: revoked ? 'A benchmark' : null };
  await call(updateUser, { params: { id: String(id) }, body });
}
