import { setTimeout as delay } from 'node:timers/promises';
import { getMigration, type Migration } from '@ridgeline/contracts';
import type { BenchResult } from './benchmark.ts';
import { judge, type Published, type Verdict } from './live/judge.ts';
import { companyOfReaders, type CompanyOfReaders } from './live/people.ts';
import { publishedUpdates } from './live/published.ts';
import type { Ends, ReaderReport, ReadersTask } from './live/readers-task.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { startProgram, type Program } from './measuring/program.ts';
import { round } from './measuring/round.ts';
import { quantile } from './measuring/statistics.ts';
import { tell } from './measuring/surroundings.ts';
import { untilClosed } from './measuring/until-closed.ts';

const goals = { p99Ms: 150, backMs: 3_000 };
/** A migration each. */
const companies = 3;
const readers = 500;
const contacts = 9_000;

/**
 * 500 readers of the live stream, at two gateways, while three migrations run: the time from the writing of an update to
 * each reader. One gateway is killed on the way: how long until all its readers are back, and whether anybody misses a
 * version or sees one twice. Beside them as many readers of a server that does nothing but write as many events.
 */
export async function run(): Promise<BenchResult> {
  await using resources = new AsyncDisposableStack();
  const product = await startMeasuredProduct(resources, 'live', { gateways: 2 });
  tell(`Making ${companies} companies and people for ${readers} readers ...`);
  const all: CompanyOfReaders[] = [];
  for (const size of shares(readers, companies))
    all.push(await companyOfReaders(product.description, { contacts, readers: size }));
  const connections = await Promise.all(all.map(({ company }) => company.connect()));

  const [kept, killed] = product.processes('gateway');
  if (!kept || !killed) throw new Error('Two gateways are needed');
  const gateways = [kept, killed].map(({ options }) => `http://127.0.0.1:${options.env['PORT'] ?? ''}`);
  const reading = await startReaders(resources, { gateways, readers: all.flatMap((one) => one.readers) });
  const bare = await startBare(resources, all);

  tell(`Migrating ${companies} times ${contacts} contacts ...`);
  const migrations = await Promise.all(
    all.map(async ({ company }, index) => {
      const connection = connections[index];
      if (!connection) throw new Error('A company has no connection');
      return { company, id: (await company.startMigration(connection)).id };
    }),
  );
  await Promise.all(migrations.map((migration) => untilTwoThirds(migration)));
  const killedAt = Date.now();
  await killed.kill();
  await product.restart(killed);
  const ended = await Promise.all(migrations.map(({ company, id }) => untilClosed(company, id)));
  const [ends, bareVerdict] = [endsOf(all, ended), await bare.verdict()];
  const reports = await reading.ask<readonly ReaderReport[]>(ends);

  const verdict = judge(await publishedUpdates(product.description.servers.kafka, ends), reports);
  return resultOf({
    verdict,
    bare: bareVerdict,
    killedAt,
    backMs: backAfter(reports, killedAt),
    refusals: reports.reduce((sum, { refusals }) => sum + refusals, 0),
  });
}

interface Measured {
  readonly verdict: Verdict;
  readonly bare: Verdict;
  readonly killedAt: number;
  /** How long after the kill each reader that lost its stream had one again. */
  readonly backMs: readonly number[];
  readonly refusals: number;
}

/** Waits decide until the kill; what it does to them afterwards is told. */
function resultOf({ verdict, bare, killedAt, backMs, refusals }: Measured): BenchResult {
  const [calm, upset] = [waitsOf(verdict, 0, killedAt), waitsOf(verdict, killedAt)];
  const bareCalm = waitsOf(bare, 0, killedAt);
  const p99Ms = quantile(calm, 0.99);
  const lastBackMs = Math.max(0, ...backMs);
  const worst = Math.max(p99Ms / goals.p99Ms, lastBackMs / goals.backMs);
  const { missed, doubled, foreign, delivered } = verdict;
  const lossless = missed === 0 && doubled === 0 && foreign === 0;
  return {
    name: 'live',
    ratio: round(worst),
    goal: 1,
    ok: worst <= 1 && lossless && backMs.length === Math.floor(readers / 2),
    detail: {
      'p50 ms': round(quantile(calm, 0.5)),
      'p99 ms': round(p99Ms),
      'goal p99 ms': goals.p99Ms,
      'bare p50 ms': round(quantile(bareCalm, 0.5)),
      'bare p99 ms': round(quantile(bareCalm, 0.99)),
      'p99 to bare': round(p99Ms / quantile(bareCalm, 0.99)),
      'p99 ms from the kill on': round(quantile(upset, 0.99)),
      'bare p99 ms from the kill on': round(quantile(waitsOf(bare, killedAt), 0.99)),
      'readers whose gateway was killed': backMs.length,
      'ms until the last of them was back': lastBackMs,
      'goal ms until back': goals.backMs,
      'streams refused': refusals,
      'versions missed': missed,
      'versions doubled': doubled,
      'versions of others': foreign,
      delivered,
      readers,
    },
  };
}

/** The waits for what was written in a time. */
const waitsOf = ({ waits }: Verdict, from: number, to = Infinity): number[] =>
  waits.filter(({ writtenAt }) => writtenAt >= from && writtenAt < to).map(({ ms }) => ms);

/** Splits a number into whole shares that differ by one at the most. */
const shares = (whole: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => Math.floor((whole + part) / parts));

/** Opens all streams. */
function startReaders(resources: AsyncDisposableStack, task: ReadersTask): Promise<Program<unknown>> {
  return startProgram(resources, { module: new URL('live/readers.ts', import.meta.url), order: task });
}

/** Starts the bare server and its readers, as many for each company; `verdict` ends both. */
async function startBare(
  resources: AsyncDisposableStack,
  all: readonly CompanyOfReaders[],
): Promise<{ verdict: () => Promise<Verdict> }> {
  const names = all.map(({ company }) => company.user.companyId);
  const module = new URL('live/bare.ts', import.meta.url);
  const server = await startProgram<string>(resources, { module, args: names });
  const reading = await startReaders(resources, {
    gateways: [server.ready],
    readers: all.flatMap((one) => one.readers.map(({ company }) => ({ cookie: company, company }))),
  });
  await server.ask('publish');
  return {
    verdict: async () => {
      const published = await server.ask<readonly Published[]>('stop');
      const ends = Object.fromEntries(published.map(({ company, ...version }) => [company, version]));
      return judge(published, await reading.ask<readonly ReaderReport[]>(ends));
    },
  };
}

async function untilTwoThirds({
  company,
  id,
}: {
  company: CompanyOfReaders['company'];
  id: number;
}): Promise<void> {
  const look = (): Promise<Migration> => company.session.call(getMigration, { params: { id: String(id) } });
  while ((await look()).processedCount < (contacts * 2) / 3) await delay(500);
}

const endsOf = (all: readonly CompanyOfReaders[], ended: readonly Migration[]): Ends =>
  Object.fromEntries(
    ended.map(({ id, version }, index) => [
      all[index]?.company.user.companyId ?? '',
      { migrationId: id, version },
    ]),
  );

/** How long after the kill each reader that lost its stream had one again. */
const backAfter = (reports: readonly ReaderReport[], killedAt: number): number[] =>
  reports.flatMap(({ away }) => away.map(({ to }) => to - killedAt));
