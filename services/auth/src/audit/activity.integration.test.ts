import { describe, expect, test } from '@jest/globals';
import { exportActivity, listActivity, listUsers, type Activity } from '@ridgeline/contracts';
import { authOfFile } from '../testing/auth-of-file.ts';
import { origin } from '../testing/auth-under-test.ts';
import { record } from './audit-store.postgres.ts';

const { database, auth } = await authOfFile();
const admin = await auth.administrator('admin@example.com');

type Wanted = Parameters<typeof page>[0];
const page = (query: { search?: string; action?: Activity['action']; before?: number; limit?: number }) =>
  auth.as(admin)(listActivity, { query });

/** Entries from failed sign-ins of anonymous clients. */
const attempts = async (...emails: string[]): Promise<void> => {
  for (const email of emails)
    await database.db.forSystem((tx) =>
      record(tx, {
        action: 'sign-in',
        result: 'refused',
        actor: { id: null, email },
        companyId: null,
        origin,
        detail: 'Unknown email',
      }),
    );
};

async function csv(query: Pick<Wanted, 'search' | 'action'>): Promise<string> {
  const response = await auth.fetchAs(admin, exportActivity, query);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename=ridgeline-activity-\d{4}-\d\d-\d\d\.csv$/,
  );
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
}

describe('The audit trail', () => {
  test('A line says who did what to whom, when, from where, and how it ended', async () => {
    await auth.signIn('admin@example.com', 'not the password').catch(() => null);
    const { entries } = await page({ action: 'sign-in', limit: 1 });
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        action: 'sign-in',
        result: 'refused',
        actor: { id: admin.id, email: 'admin@example.com' },
        target: null,
        companyId: 'co_admin1',
        address: origin.address,
        userAgent: origin.userAgent,
        detail: 'Wrong password',
      },
    ]);
  });

  test('Pages follow one another, the newest first, without gaps when entries are added in between', async () => {
    await attempts(...Array.from({ length: 7 }, (_, number) => `paged-${number}@example.com`));
    const first = await page({ search: 'paged-', limit: 3 });
    await attempts('paged-late@example.com');
    const second = await page({ search: 'paged-', limit: 3, before: first.next ?? 0 });
    const third = await page({ search: 'paged-', limit: 3, before: second.next ?? 0 });
    const seen = [first, second, third].flatMap(({ entries }) => entries.map(({ actor }) => actor.email));
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((number) => `paged-${number}@example.com`));
    expect(third.next).toBeNull();
  });

  test('The search looks at emails, company, address and detail, in any case, and takes signs as they are', async () => {
    await attempts('Search_100%@example.com', 'searchX100y@example.com');
    const found = async (search: string) => (await page({ search })).entries.map(({ actor }) => actor.email);
    expect(await found('SEARCH_100%')).toEqual(['Search_100%@example.com']);
    expect(await found('\\')).toEqual([]);
    expect(await found('203.0.113')).not.toEqual([]);
    expect(await found('unknown EMAIL')).not.toEqual([]);
    expect(await found('not in any entry')).toEqual([]);
    expect(await found('search_100\u0000%')).toEqual(['Search_100%@example.com']);
  });

  test('It is for administrators only', async () => {
    const { user } = await auth.register('curious@example.com');
    await expect(auth.as(user)(listActivity)).rejects.toMatchObject({ status: 403 });
    expect((await auth.fetchAs(user, exportActivity, {})).status).toBe(403);
  });

  test.each([{ limit: 0 }, { limit: 201 }, { before: 0 }, { before: 1.5 }])('Not so: %j', async (query) => {
    await expect(page(query)).rejects.toMatchObject({ status: 400 });
  });

  test('The service itself can neither change nor remove a line', async () => {
    await attempts('forever@example.com');
    for (const sql of [`update audit set detail = ''`, 'delete from audit', 'truncate audit'])
      await expect(database.db.forSystem((tx) => tx.query(sql))).rejects.toMatchObject({
        details: { sqlState: '42501' },
      });
    expect((await page({ search: 'forever' })).entries).toHaveLength(1);
  });

  test('A company sees no lines of others, whatever a query forgets to say', async () => {
    const { user } = await auth.register('own-lines@example.com');
    const rows = await database.db.forCompany(user.companyId, (tx) => tx.query('select * from audit'));
    expect(rows).toMatchObject([{ actor_email: 'own-lines@example.com' }]);
  });

  test('Entries caused by anonymous clients are limited', async () => {
    const long = 'x'.repeat(5_000);
    await database.db.forSystem((tx) =>
      record(tx, {
        action: 'sign-in',
        result: 'refused',
        actor: { id: null, email: `bounded-${long}` },
        companyId: null,
        origin: { address: long, userAgent: long },
        detail: long,
      }),
    );
    const [entry] = (await page({ search: 'bounded-' })).entries;
    expect(JSON.stringify(entry).length).toBeLessThan(2_000);
  });
});

describe('What administrators read', () => {
  test('When one reads users or the trail, then one line in a while says so; each export has a line', async () => {
    const reader = await auth.administrator('reader@example.com');
    for (const call of [1, 2, 3]) {
      await auth.as(reader)(listUsers);
      await auth.as(reader)(listActivity, { query: { search: `reader-${call}` } });
      await (await auth.fetchAs(reader, exportActivity, {})).text();
    }
    const actions = (await auth.trail('reader@example.com')).map(({ action }) => action);
    expect(actions.filter((action) => action === 'users-read')).toHaveLength(1);
    expect(actions.filter((action) => action === 'activity-read')).toHaveLength(1);
    expect(actions.filter((action) => action === 'activity-exported')).toHaveLength(3);
  });
});

describe('The export', () => {
  test('It holds what is filtered, more than one page of it, as CSV that Excel reads as UTF-8', async () => {
    await database.asAdmin(
      `insert into audit (action, result, actor_email) select 'sign-out', 'done', 'bulk-' || n || '@example.com' from generate_series(1, 2500) n`,
    );
    await attempts('"Zoë", the roofer@example.com');
    const text = await csv({ search: 'bulk-', action: 'sign-out' });
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^\uFEFF"Time \(UTC\)","Action","Result",/);
    expect(lines).toHaveLength(2_501);
    expect(lines[1]).toContain('"bulk-2500@example.com"');
    expect(lines.at(-1)).toContain('"bulk-1@example.com"');
    expect(await csv({ search: 'Zoë' })).toContain('"""Zoë"", the roofer@example.com"');
  });

  test('A formula behind what another spreadsheet takes for a separator is made harmless', async () => {
    await attempts('a;=1+1;formula@example.com');
    const [line = ''] = (await csv({ search: 'formula@' })).split('\n').slice(1);
    expect(line).toContain(`,"a;'=1+1;formula@example.com",`);
  });

  test.each(['=HYPERLINK("evil")', '+1+cmd', '-2+3', '@SUM(A1)', '\tTab', '＝1+1'])(
    'A cell that a spreadsheet would take for a formula is made harmless: %s',
    async (text) => {
      await attempts(`${text}formula@example.com`);
      const [line = ''] = (await csv({ search: 'formula@' })).split('\n').slice(1);
      expect(line).toContain(`,"'${text.replaceAll('"', '""')}formula@example.com",`);
    },
  );
});
