import { expect, test } from '@jest/globals';
import type { MigrationStep } from '@ridgeline/postgres';
import { scratchDatabase } from '@ridgeline/testkit/integration';
import { up as accounts } from '../../migrations/001-accounts.ts';
import { up as access } from '../../migrations/002-access.ts';
import { up as mails } from '../../migrations/003-mails.ts';
import { up as closedInvitations } from '../../migrations/004-closed-invitations.ts';
import { up as verifiedEmails } from '../../migrations/005-verified-emails.ts';
import { up as auditBounds } from '../../migrations/006-audit-bounds.ts';

/** The SQL of migration steps, in their order. */
async function statementsOf(...steps: readonly MigrationStep[]): Promise<string[]> {
  const statements: string[] = [];
  for (const step of steps)
    await step((statement) => {
      statements.push(statement);
      return Promise.resolve();
    });
  return statements;
}

test('When a data folder from before is migrated, then its people count as verified, and its trail and invitations stay', async () => {
  await using database = await scratchDatabase(
    // As the migrator does it.
    `set ridgeline.scope = 'system'`,
    ...(await statementsOf(accounts, access, mails, closedInvitations)),
    `insert into companies (company_id) values ('co_before')`,
    `insert into users (company_id, email, username, password_hash)
     values ('co_before', 'before@example.com', 'before', 'hash')`,
    `insert into invitations (company_id, email, invited_by, expires_at, closed)
     values ('co_before', 'used@example.com', 1, now() + interval '1 day', true),
       ('co_before', 'open@example.com', 1, now() + interval '1 day', false)`,
    `insert into audit (action, result) values ('sign-in', 'done')`,
    ...(await statementsOf(verifiedEmails, auditBounds)),
  );
  const rows = (sql: string) => database.db.forSystem((tx) => tx.query(sql));
  expect(await rows('select email_verified_at is not null as verified from users')).toEqual([
    { verified: true },
  ]);
  expect(await rows('select email, accepted from invitations order by id')).toEqual([
    { email: 'used@example.com', accepted: true },
    { email: 'open@example.com', accepted: false },
  ]);
  expect(await rows('select action from audit')).toEqual([{ action: 'sign-in' }]);
});
