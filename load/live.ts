import { getMigration, type Migration } from '@ridgeline/contracts';
import { poll, retryEvery } from '@ridgeline/kit';
import type { BenchResult } from './benchmark.ts';
import { deliveryOf } from './live/delivery.ts';
import { companyOfReaders, type CompanyOfReaders } from './live/people.ts';
import type { Ends, ReaderReport } from './live/readers-task.ts';
import { startBare, startReaders } from './live/reading.ts';
import { publishedUpdates, resultOf } from './live/result.ts';
import { startMeasuredProduct } from './measuring/product.ts';
import { tell } from './measuring/surroundings.ts';

/** A migration each. */
const companies = 3;
const readers = 500;
const contacts = 9_000;
/** The limit for each part of the migrations: the first two thirds, and the rest. */
const patienceMs = 90_000;

interface Running {
  readonly company: CompanyOfReaders['company'];
  readonly id: number;
}

/**
 * 500 readers of the live stream, at two gateways, while three migrations run: the time from the write of an update to each
 * reader. One gateway is killed on the way: how long until all of its readers are back, and does any reader miss a version
 * or see one twice? For comparison, as many readers of a server that does nothing but write as many events.
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
  const people = all.flatMap((one) => one.readers);
  const reading = await startReaders(resources, { gateways, readers: people });
  const bare = await startBare(resources, people);

  tell(`Migrating ${companies} times ${contacts} contacts ...`);
  const migrations = await Promise.all(
    all.map(async ({ company }, index) => {
      const connection = connections[index];
      if (!connection) throw new Error('A company has no connection');
      return { company, id: (await company.startMigration(connection)).id };
    }),
  );
  const farEnough = ({ processedCount }: Migration): boolean => processedCount >= (contacts * 2) / 3;
  await Promise.all(migrations.map((migration) => until(migration, farEnough)));
  const killedAt = Date.now();
  await killed.kill();
  await product.restart(killed);
  const isClosed = ({ completedAt, reconciliation }: Migration): boolean =>
    completedAt !== null && reconciliation !== null;
  const ended = await Promise.all(migrations.map((migration) => until(migration, isClosed)));
  const [ends, bareVerdict] = [endsOf(all, ended), await bare.verdict()];
  const reports = await reading.ask<readonly ReaderReport[]>(ends);

  const verdict = deliveryOf(await publishedUpdates(product.description.servers.kafka, ends), reports);
  return resultOf({
    verdict,
    bare: bareVerdict,
    reports,
    killedAt,
    readersOfKilled: Math.floor(people.length / 2),
  });
}

/** Splits a number into whole shares that differ by one at the most. */
const shares = (whole: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, part) => Math.floor((whole + part) / parts));

/** Reads a migration until it is as it should be. */
function until({ company, id }: Running, is: (migration: Migration) => boolean): Promise<Migration> {
  const look = async (): Promise<Migration | undefined> => {
    const migration = await company.session.callPatiently(getMigration, { params: { id: String(id) } });
    return is(migration) ? migration : undefined;
  };
  return poll(retryEvery(500), look, { withinMs: patienceMs, what: `migration ${id}` });
}

const endsOf = (all: readonly CompanyOfReaders[], ended: readonly Migration[]): Ends =>
  Object.fromEntries(
    ended.map(({ id, version }, index) => [
      all[index]?.company.user.companyId ?? '',
      { migrationId: id, version },
    ]),
  );
