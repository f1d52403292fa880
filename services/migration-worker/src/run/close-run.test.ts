import { afterAll, afterEach, describe, expect, jest, test } from '@jest/globals';
import type { BatchPlan, PlannedRecord } from '@ridgeline/contracts/internal';
import { RunFailed } from '../base/run-errors.ts';
import type { HeldLease } from '../lease/held-lease.ts';
import type { FakeHubspotTarget } from '../hubspot-io/testing/fake-hubspot-target.ts';
import { fakeHubspot } from '../hubspot-io/testing/fake-hubspot.ts';
import { settling } from '../vendors/testing/settling.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { contactPortal } from '../objects/contact/testing/contact-portal.ts';
import type { Execution } from '../plans/execution.ts';
import { aClaim } from '../lease/testing/a-claim.ts';
import { aLease } from '../lease/testing/a-lease.ts';
import { closeRun } from './close-run.ts';

const leases: HeldLease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

const create = (sourceId: string): PlannedRecord => ({
  sourceId,
  action: 'create',
  name: 'A record',
  warnings: [],
  properties: { acculynx_contact_id: sourceId, lastname: sourceId },
});

const planOf = (batch: number, records: PlannedRecord[]): BatchPlan => ({
  batch,
  revision: 1,
  kind: 'contact',
  pass: 'records',
  cursor: null,
  records,
});

/** `batches` batches of this many creates each; the first record of each batch is in the portal. */
function closing(batches: number, size: number) {
  const target = contactPortal();
  const unfinished = Array.from({ length: batches }, (_, index) => {
    const records = Array.from({ length: size }, (_, place) =>
      create(`${String(index + 1)}-${String(place)}`),
    );
    target.add({ acculynx_contact_id: records[0]?.sourceId ?? '' });
    return planOf(index + 1, records);
  });
  return { target, unfinished };
}

function close(unfinished: BatchPlan[], open: () => Promise<FakeHubspotTarget>) {
  const lease = aLease();
  leases.push(lease);
  const reported: Execution[] = [];
  const closed = () =>
    closeRun(aClaim({ unfinished }), lease.stopping, {
      object: contactMigration,
      openHubspot: async () => settling(fakeHubspot(await open())),
      reportBatch: (execution) => Promise.resolve(void reported.push(execution)),
    });
  return { lease, reported, closed };
}

const kindsOf = ({ outcomes }: Execution) => [...outcomes].map(([id, { outcome }]) => `${id} ${outcome}`);

describe('A run is closed that its worker left', () => {
  test('What is in HubSpot is reported as planned, what is not has no outcome, and nothing is written', async () => {
    const target = contactPortal();
    const updated = target.add({ lastname: 'New' });
    const other = target.add({ lastname: 'Old' });
    const update = (sourceId: string, hubspotId: string): PlannedRecord => ({
      sourceId,
      action: 'update',
      hubspotId,
      name: 'A record',
      warnings: [],
      before: { lastname: 'Old' },
      after: { lastname: 'New' },
    });
    const id = target.add({ acculynx_contact_id: 'a' });
    const before = target.records;
    const { reported, closed } = close(
      [
        planOf(4, [create('a'), create('b'), update('c', updated), update('d', other)]),
        planOf(5, [
          { sourceId: 'e', action: 'unchanged', hubspotId: '7', name: 'Record e', warnings: [] },
          {
            sourceId: 'f',
            action: 'skip',
            reason: 'no_email',
            message: 'F has none',
            name: 'Record f',
            warnings: [],
          },
        ]),
        planOf(6, [create('g')]),
      ],
      () => Promise.resolve(target),
    );
    await closed();
    expect(reported.map(kindsOf)).toEqual([['a created', 'c updated'], ['e unchanged', 'f skipped'], []]);
    expect(reported[0]?.outcomes.get('a')?.hubspotId).toBe(id);
    expect(target.records).toEqual(before);
    expect(target.writes).toEqual([]);
  });

  test('What was to be archived and is gone is reported as removed, what is still there has no outcome', async () => {
    const target = contactPortal();
    const kept = target.add({ lastname: 'Kept' });
    const archive = (sourceId: string, hubspotId: string): PlannedRecord => ({
      ...{ sourceId, action: 'archive', hubspotId, name: 'A record', warnings: [] },
    });
    const { reported, closed } = close([planOf(1, [archive('a', '404'), archive('b', kept)])], () =>
      Promise.resolve(target),
    );
    await closed();
    expect(reported.map(kindsOf)).toEqual([['a removed']]);
    expect(target.writes).toEqual([]);
  });

  test('Small batches are read back together, a hundred records with one call', async () => {
    const { target, unfinished } = closing(25, 10);
    const { reported, closed } = close(unfinished, () => Promise.resolve(target));
    await closed();
    expect(target.calls.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
    expect(reported.flatMap(kindsOf)).toEqual(
      Array.from({ length: 25 }, (_, index) => `${String(index + 1)}-0 created`),
    );
  });

  test('When the portal cannot be opened, then it is unknown what was written, and the outcomes say so', async () => {
    const { unfinished } = closing(2, 1);
    const { reported, closed } = close(unfinished, () => Promise.reject(new RunFailed('No connection')));
    await closed();
    expect(reported.flatMap(({ outcomes }) => [...outcomes.values()])).toMatchObject([
      { outcome: 'failed', reason: 'not_confirmed' },
      { outcome: 'failed', reason: 'not_confirmed' },
    ]);
  });

  test('When HubSpot does not accept the token any more, then it is asked once, and the result names it', async () => {
    const { target, unfinished } = closing(3, 100);
    target.before = () => Promise.reject(new RunFailed('Refused', { refusedBy: 'HubSpot' }));
    const { reported, closed } = close(unfinished, () => Promise.resolve(target));
    expect(await closed()).toBe('HubSpot');
    expect(target.calls).toHaveLength(1);
    for (const { outcomes } of reported)
      for (const outcome of outcomes.values()) expect(outcome).toMatchObject({ reason: 'not_confirmed' });
  });

  test('When this process stops while it reads back, then nothing is reported: another worker closes the run', async () => {
    const { target, unfinished } = closing(2, 100);
    const { lease, reported, closed } = close(unfinished, () => Promise.resolve(target));
    target.before = () => {
      if (target.calls.length === 2) lease.stop('shutdown');
      return Promise.resolve();
    };
    await expect(closed()).rejects.toMatchObject({ name: 'RunStopped', reason: 'shutdown' });
    expect(reported.map(({ plan }) => plan.batch)).toEqual([1]);
  });

  test('When a batch cannot be published, then the others are', async () => {
    const { target, unfinished } = closing(3, 1);
    const lease = aLease();
    leases.push(lease);
    const published: number[] = [];
    const reportBatch = ({ plan }: Execution) =>
      plan.batch === 2
        ? Promise.reject(new Error('too large'))
        : Promise.resolve(void published.push(plan.batch));
    await closeRun(aClaim({ unfinished }), lease.stopping, {
      object: contactMigration,
      openHubspot: () => Promise.resolve(settling(fakeHubspot(target))),
      reportBatch,
    });
    expect(published).toEqual([1, 3]);
  });
});

describe('HubSpot stays silent while a run is closed', () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout');
  afterAll(() => {
    timeout.mockRestore();
  });

  test('Then it is waited for once, and the outcomes of all say that the result is unknown', async () => {
    const { target, unfinished } = closing(3, 100);
    timeout.mockClear();
    const patience = new AbortController();
    timeout.mockReturnValue(patience.signal);
    target.waitBefore = () => {
      patience.abort(new Error('30 seconds are over'));
      return Promise.resolve();
    };
    const { reported, closed } = close(unfinished, () => Promise.resolve(target));
    await closed();
    expect(timeout).toHaveBeenCalledWith(30_000);
    expect(reported).toHaveLength(3);
    for (const { outcomes } of reported) {
      expect(outcomes.size).toBe(100);
      for (const outcome of outcomes.values())
        expect(outcome).toMatchObject({ outcome: 'failed', reason: 'not_confirmed' });
    }
    expect(timeout).toHaveBeenCalledTimes(2);
  });
});
