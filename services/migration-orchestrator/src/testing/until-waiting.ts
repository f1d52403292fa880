import { expect } from '@jest/globals';
import { eventually, type TestDatabase } from '@ridgeline/testkit/integration';

/** Ends when so many connections of the database wait for a lock. */
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
