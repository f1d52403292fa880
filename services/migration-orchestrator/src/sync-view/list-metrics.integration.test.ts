import { afterEach, describe, expect, test } from '@jest/globals';
import type { Connection } from '@ridgeline/contracts';
import { OutcomeKind, RoundResult } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { orchestratorOfFile } from '../testing/orchestrator-of-file.ts';
import { SyncUnderTest } from '../testing/sync-under-test.ts';
import { exposeSyncLists } from './list-metrics.ts';

const { database, orchestrator } = await orchestratorOfFile();
const sync = new SyncUnderTest(orchestrator);
const registry = new Registry();
exposeSyncLists({
  db: database.db,
  logger: createLogger({ service: 'test', level: 'silent' }),
  registry,
});

async function valueOf(series: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ')[1]);
}

const overdueSeconds = () => valueOf('ridgeline_sync_overdue_seconds');
const overdueConnections = () => valueOf('ridgeline_sync_overdue_connections');

/** Advances due records, and rounds in hand, by a minute. */
const aMinuteLater = () =>
  database.asAdmin(
    `update sync_records set due_at = due_at - interval '1 minute' where due_at is not null`,
    `update sync_connections set next_due_at = next_due_at - interval '1 minute',
       last_round_at = last_round_at - interval '1 minute'`,
  );

afterEach(() => database.asAdmin(`update sync_connections set next_due_at = null, waiting_for = null`));

describe('How long connections wait for their turn', () => {
  test('When nothing is due, then none waits', async () => {
    await sync.switchedOn();
    expect(await overdueSeconds()).toBe(0);
    expect(await overdueConnections()).toBe(0);
  });

  test('When rounds of a long list follow one another, then it is not late, and does not hide a list without a round', async () => {
    const dueSince = ({ id }: Connection, minutes: number) =>
      database.asAdmin(
        `update sync_connections set next_due_at = now() - interval '${String(minutes)} minutes' where connection_id = ${String(id)}`,
      );
    const flooded = await sync.switchedOn();
    await sync.events(
      flooded,
      Array.from({ length: 250 }, (_, at) => `flood-${String(at)}`),
    );
    await dueSince(flooded, 5);
    expect(await overdueSeconds()).toBeGreaterThan(290);
    await sync.copy(await sync.round(flooded));
    await dueSince(flooded, 5);
    expect(await overdueSeconds()).toBeLessThan(30);

    const stalled = await sync.switchedOn();
    await sync.events(stalled, ['a']);
    await dueSince(stalled, 2);
    expect(await overdueSeconds()).toBeGreaterThan(110);
    expect(await overdueSeconds()).toBeLessThan(200);
    expect(await overdueConnections()).toBe(1);
  });

  test('When a round is taken and its end is not reported, then its connection waits since it was taken', async () => {
    const connection = await sync.switchedOn();
    await sync.events(connection, ['a']);
    await sync.round(connection);
    expect(await overdueSeconds()).toBeLessThan(30);
    await aMinuteLater();
    await database.asAdmin(`update sync_connections set next_due_at = now() where next_due_at is not null`);
    expect(await overdueSeconds()).toBeGreaterThan(50);
  });

  test('When a connection waits for a vendor, or a record for its next attempt, then they are left out', async () => {
    const [waiting, failing] = [await sync.switchedOn(), await sync.switchedOn()];
    await sync.events(waiting, ['a']);
    await sync.roundDone(await sync.round(waiting), {
      result: RoundResult.PUT_BACK,
      reason: 'AccuLynx is unavailable',
    });
    await aMinuteLater();
    expect(await overdueSeconds()).toBe(0);
    await sync.events(failing, ['b']);
    const held = await sync.round(failing);
    await sync.copy(held, { kind: OutcomeKind.FAILED, reason: 'no_result' });
    expect(await overdueSeconds()).toBe(0);
  });
});
