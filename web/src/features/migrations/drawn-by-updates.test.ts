/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { aMigration } from '../../testing/a-migration.ts';
import { drawnComponents } from '../../testing/drawn-components.ts';
import { answerWith } from '../../testing/page-of-tests.ts';
// Imported last: drawn-components.ts and page-of-tests.ts must be set up before React loads.
import { cleanup } from '@testing-library/react';
import { showPage, tellPage } from '../../testing/watched-page.tsx';

const history = Array.from({ length: 20 }, (_, place) => aMigration({ id: 30 - place }));
const logs = Array.from({ length: 25 }, (_, place) => ({
  id: 25 - place,
  migrationId: 30,
  timestamp: '2025-01-02T12:00:40.000Z',
  level: 'info',
  message: `Batch ${25 - place}`,
  context: {},
}));

const answers = {
  '/api/migrations': { migrations: history, total: 20, page: 1, pageSize: 25 },
  '/api/migrations/30': history[0],
  '/api/migrations/30/logs': logs,
  '/api/migrations/30/tallies': {},
  '/api/processes/health': {
    processes: [],
    summary: { total: 0, healthy: 0, unhealthy: 0 },
    orphanedProcesses: [],
  },
  '/api/processes/orphaned': { orphanedProcesses: [] },
  '/api/connections': [],
};

/** Less than a second: clocks on the page do not move in it. */
const settled = () => jest.advanceTimersByTimeAsync(250);

/** How often one update of a migration renders each component. */
async function drawnByUpdate(id: number): Promise<ReadonlyMap<string, number>> {
  // The first update introduces the run's status to the cache; only the second is measured.
  for (const version of [41, 42]) {
    drawnComponents();
    await tellPage(
      aMigration({ id, version, processedCount: 2000 + version, createdCount: 1900 + version }),
      settled,
    );
  }
  return drawnComponents();
}

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2025-01-02T12:01:00.000Z') });
  answerWith(answers);
});

afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

test('When one of twenty migrations moves, then its row is drawn, and no other, nor the page around it', async () => {
  await showPage('/migrations', settled);
  expect(drawnComponents().get('ProgressCell')).toBeGreaterThanOrEqual(20);
  const drawn = await drawnByUpdate(25);
  for (const part of ['Cells', 'ProgressCell', 'OutcomeBar', 'MigrationStatusTag', 'Ago', 'CancelMigration'])
    expect([part, drawn.get(part)]).toEqual([part, 1]);
  for (const part of ['MigrationsPage', 'PageHeader', 'LiveBadge', 'CreateButton', 'ProcessHealthPanel'])
    expect([part, drawn.get(part)]).toEqual([part, undefined]);
  for (const part of ['HistoryFilters', 'SelectFilter', 'SearchField', 'CancelQuestion'])
    expect([part, drawn.get(part)]).toEqual([part, undefined]);
});

test('When the migration of a page moves, then its counts are drawn; its log, head and details are not', async () => {
  await showPage('/migrations/30', settled);
  expect(drawnComponents().get('LogLevel')).toBeGreaterThanOrEqual(25);
  const drawn = await drawnByUpdate(30);
  for (const part of ['MigrationView', 'FlowPanel', 'Stream', 'ThroughputPanel'])
    expect([part, drawn.get(part)]).toEqual([part, 1]);
  // The numbers animate to their new values, frame by frame.
  for (const part of ['SuccessCount', 'Percent', 'ProgressFigures'])
    expect(drawn.get(part)).toBeGreaterThan(5);
  for (const part of [
    'MigrationHeader',
    'PageHeader',
    'LiveBadge',
    'BackButton',
    'DetailsPanel',
    'CancelQuestion',
  ])
    expect([part, drawn.get(part)]).toEqual([part, undefined]);
  for (const part of ['Logs', 'LogFilters', 'LogTable', 'DataTable', 'Cells', 'LogLevel'])
    expect([part, drawn.get(part)]).toEqual([part, undefined]);
});
