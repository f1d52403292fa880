import { randomUUID } from 'node:crypto';
import { request, Agent } from 'node:http';
import { createConnection, listConnections } from '@ridgeline/contracts';
import { pause } from '@ridgeline/kit';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** In ms, and people's calls during the flood as a multiple of those at rest. */
const goals = { p99: 50, p99InFlood: 100, people: 2 };
const companies = 5;
const perSecond = 200;
const floodPerSecond = 1_000;
const seconds = 30;

/** Where AccuLynx sends a connection's events. */
interface Hook {
  readonly path: string;
  readonly subscriptionId: string;
}

interface Answers {
  readonly times: number[];
  readonly statuses: Map<number, number>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Sends an event; the time counts from when it was due, so that a slow answer delays none behind it. */
function send(gateway: string, { path, subscriptionId }: Hook, dueAt: number, into: Answers): Promise<void> {
  const event = { contact: { id: randomUUID() } };
  const body = JSON.stringify({ topicName: 'contact_changed', eventId: randomUUID(), subscriptionId, event });
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(`${gateway}${path}`, { method: 'POST', agent, headers }, (res) => {
      res.resume().once('end', () => {
        into.times.push(performance.now() - dueAt);
        into.statuses.set(res.statusCode ?? 0, (into.statuses.get(res.statusCode ?? 0) ?? 0) + 1);
        resolve();
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

/** Sends so many events a second to the hooks in turn, whatever the answers do. */
async function stream(gateway: string, hooks: readonly Hook[], rate: number): Promise<Answers> {
  const answers: Answers = { times: [], statuses: new Map() };
  const started = performance.now();
  const sent: Promise<void>[] = [];
  while (sent.length < rate * seconds) {
    const due = Math.min(rate * seconds, Math.floor(((performance.now() - started) / 1_000) * rate));
    while (sent.length < due) {
      const hook = hooks[sent.length % hooks.length];
      if (hook) sent.push(send(gateway, hook, started + (sent.length / rate) * 1_000, answers));
    }
    await pause(2);
  }
  await Promise.all(sent);
  return answers;
}

/** The median of a person's calls, in ms, until the work ends. */
async function peopleDuring({ session }: TestCompany, work: Promise<unknown>): Promise<number> {
  const end = { isOver: false };
  void work.finally(() => (end.isOver = true)).catch(() => undefined);
  const times: number[] = [];
  while (!end.isOver) {
    const started = performance.now();
    await session.call(listConnections);
    times.push(performance.now() - started);
    await pause(50);
  }
  return quantile(times, 0.5);
}

async function hookOf(acculynx: string, { session, credentials }: TestCompany): Promise<Hook> {
  const { acculynxApiKey, hubspotPat } = credentials;
  const saved = await session.callPatiently(createConnection, {
    body: { name: 'Synced', acculynxApiKey, hubspotPat, autoSyncNewContacts: true },
  });
  const subscriptionId = saved.acculynxSubscriptionId ?? '';
  const answer = await fetch(`${acculynx}/webhooks/v2/subscriptions/${subscriptionId}`, {
    headers: { authorization: `Bearer ${acculynxApiKey}` },
  });
  const { consumerUrl } = (await answer.json()) as { readonly consumerUrl: string };
  return { path: new URL(consumerUrl).pathname, subscriptionId };
}

/**
 * AccuLynx' events at the public door, in an open loop: 200 a second of five companies, then the same beside 1,000 a second of
 * a sixth. The ratio is the 99th percentile of the answers to the goal; it is good when both phases keep theirs, people's calls take
 * at most twice as long as at rest, and every event is accepted.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const { description } = await startMeasuredProduct(resources, 'hooks');
  const made: TestCompany[] = [];
  for (let n = 0; n <= companies; n += 1) made.push(await newTestCompany(description, { contacts: 1 }));
  const [person] = made;
  if (!person) throw new Error('No company was made');
  const hooks: Hook[] = [];
  for (const company of made) hooks.push(await hookOf(description.simulators.acculynx, company));
  const { gateway } = description;
  const calm = hooks.slice(1);

  tell(`At rest for ${seconds / 2} s ...`);
  const atRest = await peopleDuring(person, pause((seconds * 1_000) / 2));
  tell(`${perSecond} events a second for ${seconds} s ...`);
  const alone = await stream(gateway, calm, perSecond);
  tell(`The same, beside ${floodPerSecond} a second of one connection ...`);
  const both = Promise.all([
    stream(gateway, calm, perSecond),
    stream(gateway, hooks.slice(0, 1), floodPerSecond),
  ]);
  const inFlood = await peopleDuring(person, both);
  const [beside, flood] = await both;

  const p99 = quantile(alone.times, 0.99);
  const p99InFlood = quantile(beside.times, 0.99);
  const refused = [alone, beside, flood].flatMap(({ statuses }) =>
    [...statuses].filter(([status]) => status !== 204).map(([, count]) => count),
  );
  const people = inFlood / atRest;
  const lost = refused.reduce((sum, count) => sum + count, 0);
  return {
    name: 'hooks',
    ratio: round(p99 / goals.p99),
    goal: 1,
    ok: p99 <= goals.p99 && p99InFlood <= goals.p99InFlood && people <= goals.people && lost === 0,
    detail: {
      'p99 ms': round(p99),
      'goal p99 ms': goals.p99,
      'p99 of others in a flood ms': round(p99InFlood),
      'goal p99 of others in a flood ms': goals.p99InFlood,
      'p99 of the flood ms': round(quantile(flood.times, 0.99)),
      "people's calls, in the flood to at rest": round(people),
      "goal of people's calls": goals.people,
      'events that were not accepted': lost,
      events: alone.times.length + beside.times.length + flood.times.length,
    },
  };
}
