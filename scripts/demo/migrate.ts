import { getMigration, objectTypes, type Migration } from '@ridgeline/contracts';
import type { ApiSession, Product } from '@ridgeline/devstack';
import { createKiller } from './killer.ts';
import { poll, retryEvery } from '@ridgeline/kit';

const ended = new Set<Migration['status']>(['completed', 'failed', 'cancelled']);
const barWidth = 30;

/** A migration's progress as one line for the terminal. */
function progressLine(migration: Migration): string {
  const { processedCount, targetCount, status, waitingFor, migrationType } = migration;
  const share = targetCount === 0 ? 0 : Math.min(1, processedCount / targetCount);
  const filled = Math.round(share * barWidth);
  const bar = '#'.repeat(filled) + '.'.repeat(barWidth - filled);
  const counts = `${processedCount.toLocaleString('en-US')} of ${targetCount.toLocaleString('en-US')}`;
  return `[${bar}] ${counts} ${objectTypes[migrationType].noun.many}, ${waitingFor ?? status}`;
}

function show(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line}`);
  else process.stdout.write(`${line}\n`);
}

/**
 * Follows a migration until it has ended, showing its progress. `onProgress` sees every state that was read; polling
 * continues through short outages of the API.
 */
export function follow(
  session: ApiSession,
  id: number,
  onProgress: (migration: Migration) => Promise<void> | void = () => undefined,
): Promise<Migration> {
  let shown = '';
  const look = async (): Promise<Migration | undefined> => {
    const migration = await session.callPatiently(getMigration, { params: { id: String(id) } });
    await onProgress(migration);
    const line = progressLine(migration);
    if (line !== shown) show(line);
    shown = line;
    if (!ended.has(migration.status)) return undefined;
    if (process.stdout.isTTY) process.stdout.write('\n');
    return migration;
  };
  return poll(retryEvery(process.stdout.isTTY ? 200 : 1_000), look, { what: `migration ${id} to end` });
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Follows a migration to its end. With `kill`, its worker is killed during the run; null means that no worker resumed it. */
export async function migrate(
  product: Product,
  session: ApiSession,
  { id, migrationType }: Migration,
  { kill }: { readonly kill: boolean },
): Promise<Migration | null> {
  const killer = createKiller(product);
  const started = performance.now();
  const done = await follow(session, id, kill ? (migration) => killer.watch(migration) : undefined);
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  print(`${migrationType} ${done.status} after ${seconds} s ${done.failureMessage ?? ''}`);
  const resumedAfter = await killer.resumedAfter();
  if (resumedAfter !== null) print(`Another worker resumed after ${resumedAfter.toFixed(1)} s`);
  return kill && resumedAfter === null ? null : done;
}
