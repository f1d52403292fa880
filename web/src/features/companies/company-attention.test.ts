import { expect, test } from '@jest/globals';
import { aConnection } from '../../testing/a-connection.ts';
import { aMigration } from '../../testing/a-migration.ts';
import { aSync } from '../../testing/a-sync.ts';
import { failingCompanies, type CompanyFindings } from './company-attention.ts';

const now = Date.parse('2025-01-10T12:00:00.000Z');
const completedAt = '2025-01-09T12:00:00.000Z';
const none: CompanyFindings = {
  connections: [],
  attention: { migrations: [], syncs: [], companies: [] },
  orphans: [],
};

const broken = { ...aConnection({ id: 5, name: 'Denver', companyId: 'co_b' }), companyName: 'Brazos' };

test('When nothing is wrong, then no company is listed', () => {
  expect(failingCompanies(none, now)).toEqual([]);
});

test('When companies fail, then each comes once with all that is wrong, the worst first', () => {
  const found = failingCompanies(
    {
      connections: [{ ...broken, hubspotStatus: 'invalid' }],
      attention: {
        migrations: [
          aMigration({ id: 9, companyId: 'co_a', status: 'completed', errorCount: 2, completedAt }),
          aMigration({ id: 8, companyId: 'co_b', status: 'failed', completedAt }),
          aMigration({ id: 7, companyId: 'co_c', status: 'failed', completedAt }),
        ],
        syncs: [
          { ...aSync({ connectionId: 5, deadLetters: 3 }), companyId: 'co_b', connectionName: 'Denver' },
        ],
        companies: [{ companyId: 'co_c', name: 'Crest' }],
      },
      orphans: [{ id: 1, migrationId: 12, companyId: 'co_a' }],
    },
    now,
  );
  expect(found.map(({ companyId, name }) => [companyId, name])).toEqual([
    ['co_b', 'Brazos'],
    ['co_c', 'Crest'],
    ['co_a', null],
  ]);
  expect(found.map(({ items }) => items.map(({ title }) => title))).toEqual([
    [
      'Denver: the credentials do not work',
      'Migration #8 of Summit Roofing - Denver failed',
      'Denver: auto-sync failed to copy 3 records',
    ],
    ['Migration #7 of Summit Roofing - Denver failed'],
    ['Migration #12 is stalled', expect.stringContaining('Migration #9 of Summit Roofing - Denver')],
  ]);
  expect(found[0]?.items[0]?.links[0]?.to).toBe('/connections/5');
});

test('When auto-sync is behind because credentials are refused, then that is said once', () => {
  const oldestWaitingAt = '2025-01-10T08:00:00.000Z';
  const late = {
    ...aSync({ connectionId: 5, waiting: 2, oldestWaitingAt }),
    companyId: 'co_b',
    connectionName: 'Denver',
  };
  const titles = (connections: CompanyFindings['connections']) =>
    failingCompanies({ ...none, connections, attention: { ...none.attention, syncs: [late] } }, now).flatMap(
      ({ items }) => items.map(({ title }) => title),
    );
  expect(titles([])).toEqual(['Denver: auto-sync is 4 h behind']);
  expect(titles([{ ...broken, acculynxStatus: 'invalid' }])).toEqual(['Denver: the credentials do not work']);
  expect(titles([{ ...broken, webhookStatus: 'error' }])).toContain('Denver: the webhook does not work');
});
