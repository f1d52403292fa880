import { expect, test } from '@jest/globals';
import { formerDatabase } from '@ridgeline/testkit/integration';
import { claimDueConnections, scheduleNextCheck } from '../src/stored-checks/schedule-store.postgres.ts';
import * as step004 from './004-connections-to-check.ts';
import * as step005 from './005-watched-refusals.ts';

test('When a database that has connections to check is upgraded, then they stay due, are watched once refused, and the release before still adds to them', async () => {
  await using database = await formerDatabase();
  const insert = (id: number) => `
    insert into connections_to_check (connection_id, company_id, revision, next_check_at)
    values (${String(id)}, 'acme', 1, now() - interval '1 minute')`;
  await database.run(step004);
  await database.asOwner(insert(1));
  await database.run(step005);
  await database.asOwner(insert(2));
  const now = new Date();
  const dueAfter = (ms: number) =>
    database.db.forSystem((tx) => {
      const at = new Date(now.getTime() + ms);
      return claimDueConnections(tx, { now: at, until: new Date(at.getTime() + 1), limit: 10 });
    });
  expect(await dueAfter(0)).toHaveLength(2);
  for (const connectionId of [1, 2])
    await database.db.forSystem((tx) =>
      scheduleNextCheck(
        tx,
        { companyId: 'acme', connectionId },
        { now, accepted: false, refusedNow: connectionId === 1 },
      ),
    );
  expect(await dueAfter(20_000)).toEqual([{ companyId: 'acme', connectionId: 1 }]);
});
