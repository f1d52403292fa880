import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { aMigration } from '../../../../testing/a-migration.ts';
import { accountCsv } from './account-csv.ts';
import { accountRows } from './account-rows.ts';

const tally = {
  created: 3,
  updated: 0,
  unchanged: 1,
  removed: 0,
  skipped: 1,
  failed: 0,
  skippedByReason: { contact_not_in_hubspot: 1 },
  failedByReason: {},
  warnedByReason: {},
};
const account: Reconciliation = {
  source: 75,
  created: 60,
  updated: 5,
  unchanged: 2,
  removed: 0,
  skipped: 3,
  failed: 5,
  difference: 0,
  countedBySource: 77,
  foundAtEnd: 75,
  heldStill: true,
  skippedByReason: {},
  failedByReason: { invalid_value: 5 },
  warnedByReason: { option_missing: 4 },
  alongside: { job_contact: tally },
  addedOptions: [{ property: 'acculynx_trades', label: 'Trades', count: 12, examples: ['=Solar', 'Barns'] }],
};
const jobs = aMigration({ migrationType: 'jobs', status: 'completed', connectionName: '=Ridge "A"' });

describe('The account in lines', () => {
  const named = (rows: ReturnType<typeof accountRows>) => rows.map(({ name, count }) => [name, count]);

  test('Outcomes add up to the source; the gap to AccuLynx follows', () => {
    expect(named(accountRows(account, jobs))).toEqual([
      ['Source', 75],
      ['Created', 60],
      ['Updated', 5],
      ['Unchanged', 2],
      ['Skipped', 3],
      ['Failed', 5],
      ["Gap to AccuLynx's count", 2],
    ]);
  });

  test('What is missing has a line of its own, and an unknown count is empty', () => {
    const open = { ...account, difference: 4, countedBySource: null };
    expect(named(accountRows(open, { migrationType: 'contacts' })).slice(-2)).toEqual([
      ['Not accounted for', 4],
      ["Gap to AccuLynx's count", null],
    ]);
  });
});

test('As CSV the account holds every count with its reasons, and no name becomes a formula', () => {
  const lines = accountCsv(account, jobs).split('\r\n');
  const named = accountCsv(account, { ...jobs, connectionName: 'a;=1+1;b' });
  expect(named).toContain(`"Migration","Number",12,"Jobs of a;'=1+1;b"`);
  expect(lines).toContain('"Migration","Number",12,"Jobs of =Ridge ""A"""');
  expect(lines).toContain('"Account","Failed",5,"rejected by HubSpot or unreadable"');
  expect(lines).toContain('"Failed","HubSpot does not accept one of the values",5,');
  expect(lines).toContain('"Associations, without a contact","The contact is not in HubSpot",1,');
  const associations = lines.filter((line) => line.startsWith('"Associations",'));
  expect(associations).toEqual([
    '"Associations","made",3,',
    '"Associations","present",1,',
    '"Associations","without a contact",1,',
  ]);
  const trades = `"'=Solar, Barns and 10 more"`;
  expect(lines).toContain(`"Options added to HubSpot","Trades",12,${trades}`);
  const planned = accountCsv(account, { ...jobs, dryRun: true });
  expect(planned).toContain(`"Options that would be added to HubSpot","Trades",12,${trades}`);
  const undone = accountCsv(account, { ...jobs, follows: { migrationId: 1, as: 'undo' } });
  expect(undone).toContain(`"Options that stay in HubSpot","Trades",12,${trades}`);
  const odd = { ...account, alongside: { '=cmd': tally } };
  expect(accountCsv(odd, jobs)).toContain(`"'=cmd","created",3,`);
  expect(accountCsv(odd, jobs)).not.toMatch(/(^|,)"[=+@-]/m);
});
