import { expect, test } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { noticeStalledRuns } from '../leases/overdue-runs.ts';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import type { Run } from '../testing/orchestrator-under-test.ts';

const { database, orchestrator } = await orchestratorOfFile();
const logger = createLogger({ service: 'test', level: 'silent' });

/** The values of a metric by its labels. */
async function told(name: string): Promise<Record<string, number>> {
  const lines = (await orchestrator.metrics.getSingleMetricAsString(name)).split('\n');
  return Object.fromEntries(
    lines
      .filter((line) => line.startsWith(name))
      .map((line) => [line.slice(name.length).split(' ')[0] ?? '', Number(line.split(' ').at(-1))]),
  );
}

const phases = () => told('ridgeline_migrations_open');
const ages = () => told('ridgeline_lease_age_seconds');

test('Open migrations are counted by what holds them up, and leases by the process that has them', async () => {
  const none = { queued: 0, resuming: 0, moving: 0, waiting: 0, stalled: 0, paused: 0, closing: 0 };
  const expectPhases = async (some: Partial<typeof none>) =>
    expect(await phases()).toEqual(
      Object.fromEntries(
        Object.entries({ ...none, ...some }).map(([phase, count]) => [`{phase="${phase}"}`, count]),
      ),
    );
  await expectPhases({});

  const connection = orchestrator.connection('roofers');
  const run = await orchestrator.run('roofers', connection);
  // Next in its portal's queue: no worker can take it yet, so it does not count as waiting for one.
  await orchestrator.migration('roofers', connection);
  await expectPhases({ queued: 1, moving: 1 });
  expect(await told('ridgeline_migrations_oldest_queued_seconds')).toEqual({ '': 0 });
  expect(await told('ridgeline_leases')).toEqual({ '{state="held"}': 1, '{state="over"}': 0 });
  const held = await ages();
  expect(Object.keys(held)).toEqual([expect.stringMatching(/^\{process="[\w-]{36}"\}$/)]);
  for (const age of Object.values(held)) expect(age).toBeGreaterThanOrEqual(0);

  const waiting = await orchestrator.migration('siders');
  await database.asAdmin(
    `update migrations set commanded_at = now() - interval '90 seconds' where id = ${waiting.id}`,
  );
  const { '': oldest = 0 } = await told('ridgeline_migrations_oldest_queued_seconds');
  expect(oldest).toBeGreaterThanOrEqual(90);

  await database.asAdmin(
    `update migrations set last_activity_at = now() - interval '1 hour' where id = ${run.migrationId}`,
  );
  await noticeStalledRuns(database.db, logger);
  await expectPhases({ queued: 2, stalled: 1 });
  await run.worker.progress(run, 20);
  await expectPhases({ queued: 2, moving: 1 });

  await orchestrator.letLeaseEnd(run.migrationId);
  expect(await told('ridgeline_leases')).toEqual({ '{state="held"}': 0, '{state="over"}': 1 });
  await orchestrator.reap();
  await expectPhases({ queued: 2, resuming: 1 });
  // A process that is gone has no series.
  expect(await ages()).toEqual({});

  await database.asAdmin(`update migrations set paused_at = now() where id = ${waiting.id}`);
  await expectPhases({ queued: 1, resuming: 1, paused: 1 });
  const { '': withoutPaused = 90 } = await told('ridgeline_migrations_oldest_queued_seconds');
  expect(withoutPaused).toBeLessThan(90);
});

test('A lease is lost again when its run had lost another worker in the five minutes before', async () => {
  const before = await told('ridgeline_migration_leases_lost_total');
  const lost = async () => {
    const now = await told('ridgeline_migration_leases_lost_total');
    return ['no', 'yes'].map((again) => {
      const of = (counts: typeof now) => counts[`{again="${again}"}`] ?? 0;
      return of(now) - of(before);
    });
  };
  const lose = async ({ migrationId }: Run) => {
    await orchestrator.letLeaseEnd(migrationId);
    expect(await orchestrator.reap()).toBe(1);
  };
  const first = await orchestrator.run();
  await lose(first);
  expect(await lost()).toEqual([1, 0]);
  const second = await orchestrator.nextAttempt(first);
  await lose(second);
  expect(await lost()).toEqual([1, 1]);
  const third = await orchestrator.nextAttempt(second);
  await database.asAdmin(
    `update attempts set ended_at = now() - interval '6 minutes' where status = 'crashed'`,
  );
  await lose(third);
  expect(await lost()).toEqual([2, 1]);
});
