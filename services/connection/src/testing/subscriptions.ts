import type { ApiUnderTest } from './api-of-file.ts';
import { watchOnce } from '../subscriptions/subscription-watch.ts';

/** One round of the background watch, after everything that waits has become due. */
export async function background({ api, database }: ApiUnderTest): Promise<void> {
  await database.asAdmin(
    `update stray_subscriptions set due_at = now() - interval '1 second'`,
    `update connections set webhook_look_due = now() - interval '1 second'`,
  );
  await watchOnce(api.parts, new AbortController().signal);
}

/** Takes the next step in proving a connection's subscription, after it has become due. */
export async function proofDue({ api, database }: ApiUnderTest): Promise<void> {
  await database.asAdmin(`update connections set webhook_test_due = now() - interval '1 second'`);
  await watchOnce(api.parts, new AbortController().signal);
}

/** The same after this much time has passed since the last test event. */
export async function proofAfter(under: ApiUnderTest, time: string): Promise<void> {
  const columns = ['sent_at', 'arrived_at', 'lost_at'].map((of) => `webhook_test_${of}`);
  const all = [...columns, 'webhook_proved_at', 'webhook_looked_at'];
  const earlier = all.map((column) => `${column} = ${column} - interval '${time}'`).join(', ');
  await under.database.asAdmin(`update connections set ${earlier}`);
  await proofDue(under);
}

/** The recorded subscriptions that no connection holds. */
export const orphans = ({ database }: ApiUnderTest): Promise<{ address: string }[]> =>
  database.db.forSystem((tx) => tx.query('select address from stray_subscriptions'));

/** Does the work while the database refuses some writes, as in `update on connections`. */
export async function whileWritesFail(
  { database }: ApiUnderTest,
  writes: string,
  work: () => Promise<void>,
): Promise<void> {
  await database.asAdmin(
    `create function fail() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    `create trigger breaks before ${writes} for each row execute function fail()`,
  );
  try {
    await work();
  } finally {
    await database.asAdmin('drop function fail cascade');
  }
}
