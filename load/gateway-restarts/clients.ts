import { errorBodySchema, isErrorCode } from '@ridgeline/contracts';
import { keepAliveMs, pause, retry, unboundedRetry } from '@ridgeline/kit';
import { Client } from 'undici';
import { guardedPath } from '../gateway/gateway-stand.ts';
import type { ClientsReport, ClientsTask } from './clients-task.ts';

/**
 * Many keep-alive clients of several gateways, like a balancer's connections: each sends bursts, idles for about as long as
 * servers keep connections, and uses another gateway when a connection breaks without an answer.
 */
const task = JSON.parse(process.argv[2] ?? '') as ClientsTask;
const report: ClientsReport = { answers: {}, unknown: [], broken: 0, unanswered: 0 };
/** Around the time for which services keep the gateway's connections, and the gateway keeps its clients'. */
const rests = [keepAliveMs - 5_000, keepAliveMs];
const restJitterMs = 500;
/** After a broken connection, the next gateway is tried soon. */
const anotherGateway = { ...unboundedRetry, attempts: 11, baseMs: 25, capMs: 500, jitter: [1, 1] } as const;

/** The answer's name in the contract; null for an answer that the contract does not know. */
function nameOf(status: number, text: string): string | null {
  if (status === 200) return text.startsWith('{"filler":') && text.length === 900 - 1 ? '200' : null;
  try {
    const { code } = errorBodySchema.parse(JSON.parse(text));
    return isErrorCode(code) ? `${status} ${code}` : null;
  } catch {
    return null;
  }
}

async function ask(client: Client): Promise<void> {
  const { statusCode, body } = await client.request({
    path: guardedPath,
    method: 'GET',
    headers: { cookie: task.cookie },
  });
  const text = await body.text();
  const name = nameOf(statusCode, text);
  if (name === null) report.unknown.push(`${statusCode} ${text.slice(0, 200)}`);
  else report.answers[name] = (report.answers[name] ?? 0) + 1;
}

async function keepAsking(index: number): Promise<void> {
  const clients = task.gateways.map((url) => new Client(url, { keepAliveTimeout: keepAliveMs * 2 }));
  let current = index;
  const perBurst = Math.ceil(task.requestsEach / (rests.length + 1));
  for (let asked = 0; asked < task.requestsEach; asked += 1) {
    const rest = asked > 0 && asked % perBurst === 0 ? rests[asked / perBurst - 1] : undefined;
    if (rest !== undefined) await pause(rest + (Math.random() - 0.5) * 2 * restJitterMs);
    const askNext = async (): Promise<void> => {
      const client = clients[current % clients.length];
      if (!client) throw new Error('No gateway');
      await ask(client).catch((error: unknown) => {
        report.broken += 1;
        current += 1;
        throw error;
      });
    };
    await retry(anotherGateway, askNext).catch(() => (report.unanswered += 1));
  }
  await Promise.all(clients.map((client) => client.destroy()));
}

process.send?.('asking');
await Promise.all(Array.from({ length: task.clients }, (_, index) => keepAsking(index)));
process.send?.(report);
process.disconnect();
