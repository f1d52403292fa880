import { expect } from '@jest/globals';
import { eventually, type TestDatabase } from '@ridgeline/testkit/integration';

/** Resolves when this many database connections wait for a lock. */
export async function untilWaiting({ db }: TestDatabase, count: number): Promise<void> {
  const waiting = () =>
    db.forSystem((tx) =>
      tx.one(
        `select count(*)::integer from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      ),
    );
  await eventually(async () => expect(await waiting()).toEqual({ count }), {
    what: `${String(count)} connections to wait for a lock`,
  });
}
