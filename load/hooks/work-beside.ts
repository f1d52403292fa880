import { getMigration, listConnections, type Migration } from '@ridgeline/contracts';
import type { StackDescription } from '@ridgeline/devstack';
import { pause, poll, retryEvery } from '@ridgeline/kit';
import { newTestCompany, type TestCompany } from '@ridgeline/testkit';
import { answerAsMeasured } from '../autosync/synced-company.ts';
import { quantile } from '../measuring/statistics.ts';

/** AccuLynx' limit lets a migration copy 472 contacts per second: this one runs longer than all streams. */
const contacts = 60_000;

/** The median of a person's calls, in ms, until the work ends. */
export async function peopleDuring({ session }: TestCompany, work: Promise<unknown>): Promise<number> {
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

/** Starts the migration of a company of its own and waits until it copies; answers how to read it. */
export async function startMigrating(
  stack: Pick<StackDescription, 'gateway' | 'simulators' | 'mail'>,
): Promise<() => Promise<Migration>> {
  const company = await newTestCompany(stack, { contacts });
  await answerAsMeasured(company);
  const { id } = await company.startMigration(await company.connect());
  const read = (): Promise<Migration> =>
    company.session.callPatiently(getMigration, { params: { id: String(id) } });
  const look = async (): Promise<true | undefined> => ((await read()).processedCount > 0 ? true : undefined);
  await poll(retryEvery(100), look, { what: 'the migration to copy records' });
  return read;
}
