import { loadavg } from 'node:os';
import { pause } from '@ridgeline/kit';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import type { BenchResult } from './benchmark.ts';
import { sendEvents, subscribe, type EventReport, type Hook } from './hooks/event-stream.ts';
import { watchStoredEvents } from './hooks/stored-events.ts';
import { peopleDuring, startMigrating } from './hooks/work-beside.ts';
import { serviceCpuSeconds } from './measuring/cpu-seconds.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { startProgram } from './measuring/program.ts';
import { quantile, round } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';

/** In ms, and the time of users' calls during the flood relative to idle. */
const goals = { p99: 50, p99InFlood: 100, people: 2 };
const companies = 5;
const contacts = 1_000;
const perSecond = 200;
const floodPerSecond = 1_000;
const seconds = 30;
const shortSeconds = 10;

/**
 * AccuLynx' events at the public door, in an open loop during a running migration: 200 per second for five companies, then
 * the same plus 1,000 per second for a sixth. The ratio is the 99th percentile of the answers relative to the goal. The
 * result is good when both phases reach their goals, users' calls take at most twice as long as at idle, and every event is
 * accepted and stored. Events of the flood beyond its token's bounds are not stored but must be counted, and a search must
 * follow. These are times and not ratios, so a busy machine fails them: the time of a bare server for the same stream shows
 * how busy it was.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const [loadBefore = 0] = loadavg();
  const product = await startMeasuredProduct(resources, 'hooks');
  const { description } = product;
  const stored = await watchStoredEvents(resources, description);
  const made: TestCompany[] = [];
  for (let n = 0; n <= companies; n += 1) made.push(await newTestCompany(description, { contacts }));
  const hooks: Hook[] = [];
  for (const company of made) hooks.push(await subscribe(description.simulators.acculynx, company));
  const [person] = made;
  const [flooded, ...calm] = hooks;
  if (!flooded || !person) throw new Error('No company was made');
  const stream = { gateway: description.gateway, hooks: calm, perSecond, seconds };
  const cpu = (): number => serviceCpuSeconds(product, 'gateway') + serviceCpuSeconds(product, 'connection');

  tell(`At rest for ${shortSeconds} s ...`);
  const atRest = await peopleDuring(person, pause(shortSeconds * 1_000));
  const migration = await startMigrating(description);
  const module = new URL('hooks/bare-program.ts', import.meta.url);
  const bare = await startProgram<string>(resources, { module });
  tell(`${perSecond} events a second to a bare server for ${shortSeconds} s, beside a migration ...`);
  const yardstick = await sendEvents({ ...stream, gateway: bare.ready, seconds: shortSeconds });
  // Services run for days, so their first seconds, until their code is compiled, are not measured.
  tell(`The same to the product for ${shortSeconds} s, to warm up ...`);
  const first = await sendEvents({ ...stream, seconds: shortSeconds });
  tell(`The same for ${seconds} s ...`);
  const cpuBefore = cpu();
  const alone = await sendEvents(stream);
  const cpuAlone = cpu() - cpuBefore;
  tell(`The same, beside ${floodPerSecond} a second of one connection ...`);
  const both = Promise.all([
    sendEvents(stream),
    sendEvents({ ...stream, hooks: [flooded], perSecond: floodPerSecond }),
  ]);
  const inFlood = await peopleDuring(person, both);
  const [beside, flood] = await both;
  const { status, processedCount } = await migration();

  let missing = 0;
  for (const [at, hook] of calm.entries())
    missing += await stored.countMissing(hook, first.accepted[at], alone.accepted[at], beside.accepted[at]);
  const beyond = await stored.countMissing(flooded, ...flood.accepted);
  const counted = await stored.countBeyondBounds();
  if (beyond > 0) await stored.untilSearched(flooded);
  const reports = [first, alone, beside, flood];
  const refused = reports.reduce((sum, report) => sum + refusedOf(report), 0);
  const p99 = quantile(alone.times, 0.99);
  const p99InFlood = quantile(beside.times, 0.99);
  const people = inFlood / atRest;
  return {
    name: 'hooks',
    ratio: round(p99 / goals.p99),
    goal: 1,
    ok:
      p99 <= goals.p99 &&
      p99InFlood <= goals.p99InFlood &&
      people <= goals.people &&
      refused + missing === 0 &&
      beyond === counted &&
      status === 'running',
    detail: {
      'p99 ms': round(p99),
      'goal p99 ms': goals.p99,
      'p50 ms': round(quantile(alone.times, 0.5)),
      'p99 ms of a bare server': round(quantile(yardstick.times, 0.99)),
      'p99 of others in a flood ms': round(p99InFlood),
      'goal p99 of others in a flood ms': goals.p99InFlood,
      'p99 of the flood ms': round(quantile(flood.times, 0.99)),
      "people's calls, in the flood to at rest": round(people),
      "goal of people's calls": goals.people,
      events: reports.reduce((sum, { times }) => sum + times.length, 0),
      'events that were not accepted': refused,
      'accepted and not stored': missing,
      'of the flood, accepted and not stored': beyond,
      'of the flood, counted as beyond its bounds': counted,
      'CPU µs of gateway and connection per event, migration included': round(
        (cpuAlone * 1_000_000) / alone.times.length,
      ),
      'the migration': status,
      'its records': processedCount,
      'load of the machine before': round(loadBefore),
    },
  };
}

const refusedOf = ({ statuses }: EventReport): number =>
  Object.entries(statuses).reduce((sum, [status, count]) => (status === '204' ? sum : sum + count), 0);
