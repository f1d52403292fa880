import { getMigration, objectTypes, type Migration } from '@ridgeline/contracts';
import type { ApiSession } from '@ridgeline/devstack';
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
 * goes on through short outages of the API.
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
