import type { Migration } from '@ridgeline/contracts';
import type { ApiSession, Product } from '@ridgeline/devstack';
import { follow } from './follow.ts';
import { createKiller } from './killer.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Follows a migration to its end; with `kill` its worker is killed on the way, and null means that nobody resumed it. */
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
