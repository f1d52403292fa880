import { fork } from 'node:child_process';
import { once } from 'node:events';
import { pause } from '@ridgeline/kit';
import type { BenchResult } from './benchmark.ts';
import { signIn, startBackend, startGatewayStand, type GatewayStand } from './gateway/gateway-stand.ts';
import type { ClientsReport, ClientsTask } from './gateway-restarts/clients-task.ts';
import { tell } from './measuring/surroundings.ts';

const clients = 200;
const requests = 200_000;
/** The interval between restarts; these alternate between the gateways and the service. */
const restartEveryMs = 5_000;

/**
 * 200,000 requests on keep-alive connections that idle for about as long as servers keep them, while the service and two
 * gateways are restarted in turn. Every answer must be one that the contract knows. A read whose connection broke without
 * an answer is sent to the other gateway, as browsers and balancers do (RFC 9110, 9.2.2).
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const stand = await startGatewayStand(resources, { log: tell });
  const gateways = [stand.gateway, await stand.start()];
  const task: ClientsTask = {
    gateways: gateways.map(({ url }) => url),
    cookie: await signIn(stand.gateway.url),
    clients,
    requestsEach: requests / clients,
  };
  tell(`Asking ${requests} times, with rests of about a minute ...`);
  const program = new URL('gateway-restarts/clients.ts', import.meta.url);
  const child = fork(program, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  resources.defer(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  const finished = new AbortController();
  const reported = once(child, 'message').then(([report]) => {
    finished.abort();
    return report as ClientsReport;
  });
  const restarts = await restartInTurns(resources, stand, gateways, finished.signal);
  const { answers, unknown, broken, unanswered } = await reported;
  for (const answer of unknown.slice(0, 5)) tell(`Unknown: ${answer}`);
  return {
    name: 'gateway-restarts',
    ratio: unknown.length + unanswered,
    goal: 0,
    ok: unknown.length === 0 && unanswered === 0,
    detail: {
      requests,
      ...Object.fromEntries(Object.entries(answers).map(([name, count]) => [`answered ${name}`, count])),
      'answers that the contract does not know': unknown.length,
      'requests without any answer': unanswered,
      'connections broken before an answer': broken,
      restarts,
    },
  };
}

/** Restarts one after the other until the clients have finished; answers how often. */
async function restartInTurns(
  resources: AsyncDisposableStack,
  stand: GatewayStand,
  gateways: GatewayStand['gateway'][],
  finished: AbortSignal,
): Promise<number> {
  let { service } = stand;
  const servicePort = Number(new URL(stand.backend).port);
  for (let restarts = 0; ; restarts += 1) {
    await pause(restartEveryMs, finished).catch(() => undefined);
    if (finished.aborted) return restarts;
    const turn = restarts % (gateways.length + 1);
    const gateway = gateways[turn];
    if (gateway) {
      await gateway.stop();
      gateways[turn] = await stand.start(gateway.port);
    } else {
      await service.stop();
      service = await startBackend(resources, servicePort);
    }
  }
}
