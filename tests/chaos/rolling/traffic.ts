import {
  findMigrations,
  getConnection,
  getStats,
  getUser,
  listConnections,
  renameConnection,
  type Connection,
} from '@ridgeline/contracts';
import { pause } from '@ridgeline/kit';
import type { TestCompany } from '@ridgeline/testkit';
import type { TrafficReport } from './rolling-evidence.ts';

const restMs = 40;

/**
 * Reads and writes until stopped: it reads what pages request and, after every few reads, renames the connection and checks
 * the new name. No request is repeated: every failure counts.
 */
export async function keepAsking(
  { session: { call } }: TestCompany,
  { id }: Connection,
  { stop, log }: { stop: AbortSignal; log: (line: string) => void },
): Promise<TrafficReport> {
  const ofConnection = { params: { id: String(id) } };
  const reads: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['the user', () => call(getUser)],
    ['the connections', () => call(listConnections)],
    ['the counts', () => call(getStats)],
    ['the history', () => call(findMigrations, { query: { page: 1 } })],
  ];
  const report = { reads: 0, writes: 0, failures: [] as string[] };
  const note = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => {
      const failure = `${new Date().toISOString().slice(11, 23)} ${what}: ${textOf(error)}`;
      report.failures.push(failure);
      log(`  ${failure}`);
    });
  };
  while (!stop.aborted) {
    for (const [what, read] of reads) {
      report.reads += 1;
      await note(what, read);
      await pause(restMs);
    }
    report.writes += 1;
    const name = `Roof ${String(report.writes)}`;
    await note('a new name', async () => {
      await call(renameConnection, { ...ofConnection, body: { name } });
      const stored = await call(getConnection, ofConnection);
      if (stored.name !== name) throw new Error(`it is ${stored.name} afterwards, not ${name}`);
    });
  }
  return report;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} (${textOf(error.cause)})`;
}
