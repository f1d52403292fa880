import {
  contactSchema,
  contactsPageSize,
  type ContactsPage,
  type FetchContactsPage,
} from '@ridgeline/acculynx';
import type { BatchPlan, Claim } from '@ridgeline/contracts/internal';
import { afterEach, describe, expect, test } from '@jest/globals';
import { HeldLease } from '../lease/lease.ts';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { RunFailed } from '../run/run-stop.ts';
import { FakeHubspotTarget } from '../vendors/hubspot-target.fake.ts';
import type { Execution } from '../writing/execute-plan.ts';
import { ContactPipeline } from './contact-pipeline.ts';

const leases: HeldLease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

interface Setup {
  total: number;
  batchSize?: number;
  concurrency?: number;
  claim?: Partial<Claim>;
  leaseMs?: number;
  graceMs?: number;
}

/** A run over `total` contacts c-0, c-1, … each with an e-mail of its own. */
function aRun({
  total,
  batchSize = 10,
  concurrency = 3,
  claim = {},
  leaseMs = 60_000,
  graceMs = 1_000,
}: Setup) {
  const pagesAsked: number[] = [];
  const source: FetchContactsPage = (index) => {
    pagesAsked.push(index);
    const from = index * contactsPageSize;
    const contacts = Array.from(
      { length: Math.max(0, Math.min(contactsPageSize, total - from)) },
      (_, offset) =>
        contactSchema.parse({
          id: `c-${String(from + offset)}`,
          lastName: `Name ${String(from + offset)}`,
          emailAddresses: [{ address: `c${String(from + offset)}@example.com`, primary: true }],
        }),
    );
    const page: ContactsPage = { count: total, startIndex: index, contacts };
    return Promise.resolve(page);
  };
  const target = new FakeHubspotTarget();
  const orchestrator = new FakeOrchestrator();
  const lease = new HeldLease({ migrationId: 7, epoch: 2, leaseMs, graceMs, claimedAt: performance.now() });
  leases.push(lease);
  const reported: Execution[] = [];
  const pipeline = new ContactPipeline({
    claim: {
      epoch: 2,
      leaseMs,
      cursor: null,
      nextBatch: 1,
      plannedRecords: 0,
      unfinished: [],
      settings: {
        migrationId: 7,
        companyId: 'acme',
        connectionId: 3,
        migrationType: 'contacts',
        batchSize,
        concurrency,
        delayMs: 0,
        includeNoEmailContacts: false,
      },
      ...claim,
    },
    lease,
    source,
    target,
    orchestrator,
    reportBatch: (execution) => {
      reported.push(execution);
      return Promise.resolve();
    },
  });
  return { pipeline, target, orchestrator, lease, reported, pagesAsked };
}

const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { kind }]) => ({ sourceId, kind })));

describe('A run takes all contacts over', () => {
  test('When there are 237, then each is written once and reported once, and batches are planned from 1 in order', async () => {
    const { pipeline, target, orchestrator, reported } = aRun({ total: 237 });
    await pipeline.run();
    expect(target.contacts).toHaveLength(237);
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual(
      Array.from({ length: 24 }, (_, i) => i + 1),
    );
    const outcomes = outcomesOf(reported);
    expect(new Set(outcomes.map(({ sourceId }) => sourceId)).size).toBe(237);
    expect(outcomes).toHaveLength(237);
    expect(outcomes.every(({ kind }) => kind === 'created')).toBe(true);
    expect(pipeline.plannedRecords).toBe(237);
    expect(orchestrator.stored.at(-1)?.cursor).toEqual({ page: 4, offset: 37 });
  });

  test('When it runs again, then everything is unchanged and nothing is written', async () => {
    const first = aRun({ total: 60 });
    await first.pipeline.run();
    const second = aRun({ total: 60 });
    for (const { id, properties } of first.target.contacts) {
      second.target.add(Object.fromEntries(Object.entries(properties).map(([k, v]) => [k, v ?? ''])));
      expect(id).not.toBe('');
    }
    for (const contact of second.target.contacts)
      second.orchestrator.links.set(contact.properties['acculynx_contact_id'] ?? '', contact.id);
    await second.pipeline.run();
    expect(second.target.writes).toEqual([]);
    expect(second.target.calls).toHaveLength(6);
    expect(outcomesOf(second.reported).every(({ kind }) => kind === 'unchanged')).toBe(true);
  });

  test('When a batch is slow to plan, then later ones wait with storing, though they are read already', async () => {
    const { pipeline, target, orchestrator } = aRun({ total: 30 });
    const released = Promise.withResolvers<undefined>();
    const othersRead = Promise.withResolvers<undefined>();
    let reads = 0;
    target.before = async ({ kind, ids }) => {
      if (kind !== 'read') return;
      reads += 1;
      if (reads >= 5) othersRead.resolve(undefined);
      if (ids.includes('c-0')) await released.promise;
    };
    const running = pipeline.run();
    await othersRead.promise;
    expect(orchestrator.stored).toEqual([]);
    expect(target.writes).toEqual([]);
    released.resolve(undefined);
    await running;
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual([1, 2, 3]);
  });

  test('When writes are slow, then only the next page is read ahead and no more batches than lanes are begun', async () => {
    const { pipeline, target, pagesAsked } = aRun({ total: 500, batchSize: 50, concurrency: 2 });
    const released = Promise.withResolvers<undefined>();
    const bothWrite = Promise.withResolvers<undefined>();
    let writing = 0;
    let mostWriting = 0;
    target.before = async ({ kind }) => {
      if (kind === 'read') return;
      writing += 1;
      mostWriting = Math.max(mostWriting, writing);
      if (writing === 2) bothWrite.resolve(undefined);
      await released.promise;
      writing -= 1;
    };
    const running = pipeline.run();
    await bothWrite.promise;
    expect(pagesAsked.length).toBeLessThanOrEqual(4);
    released.resolve(undefined);
    await running;
    expect(mostWriting).toBe(2);
    expect(target.contacts).toHaveLength(500);
  });

  test('When the source shifted and a record was planned before, then it is left out and counted once', async () => {
    const run = aRun({ total: 20, claim: { nextBatch: 2, plannedRecords: 10 } });
    await run.orchestrator.storePlan(run.lease, {
      batch: 1,
      revision: 1,
      cursor: { page: 0, offset: 10 },
      records: Array.from({ length: 10 }, (_, i) => ({
        sourceId: `c-${String(i)}`,
        action: 'unchanged' as const,
        hubspotId: String(i),
        warnings: [],
      })),
    });
    await run.pipeline.run();
    expect(run.orchestrator.stored.map(({ batch, records }) => [batch, records.length])).toEqual([
      [1, 10],
      [2, 10],
    ]);
    expect(run.pipeline.plannedRecords).toBe(20);
    expect(run.target.contacts).toHaveLength(10);
  });
});

describe('A run resumes', () => {
  test('When a plan was left unfinished, then it is executed as it stands before reading goes on at the cursor', async () => {
    const unfinished: BatchPlan = {
      batch: 2,
      revision: 1,
      cursor: { page: 0, offset: 20 },
      records: [
        {
          sourceId: 'c-10',
          action: 'create',
          warnings: [],
          properties: { acculynx_contact_id: 'c-10', lastname: 'Planned' },
        },
      ],
    };
    const { pipeline, target, orchestrator, reported } = aRun({
      total: 60,
      concurrency: 1,
      claim: { cursor: { page: 0, offset: 20 }, nextBatch: 3, plannedRecords: 20, unfinished: [unfinished] },
    });
    await pipeline.run();
    expect(target.calls[0]).toEqual({ kind: 'upsert', ids: ['c-10'] });
    expect(target.contact('c-10')?.properties['lastname']).toBe('Planned');
    expect(orchestrator.stored.map(({ batch }) => batch)).toEqual([3, 4, 5, 6]);
    expect(target.contacts).toHaveLength(1 + 40);
    expect(reported[0]?.plan).toBe(unfinished);
    expect(pipeline.plannedRecords).toBe(60);
  });
});

describe('A run stops', () => {
  test('When it is cancelled in the middle, then the batch in flight ends and is reported, and no other begins', async () => {
    const { pipeline, target, lease, reported, orchestrator } = aRun({ total: 200, concurrency: 1 });
    target.before = ({ kind }) => {
      if (kind === 'upsert' && target.writes.length === 3) lease.stop('cancelled');
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ name: 'RunStopped', reason: 'cancelled' });
    expect(target.contacts).toHaveLength(30);
    expect(outcomesOf(reported)).toHaveLength(30);
    expect(orchestrator.stored).toHaveLength(3);
  });

  test('When the orchestrator says at the plan that it is cancelled, then that plan is not written', async () => {
    const { pipeline, target, lease, orchestrator } = aRun({ total: 100, concurrency: 3 });
    orchestrator.beforeStore = ({ batch }) => {
      if (batch === 3) orchestrator.stopped = 'cancelled';
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
    expect(lease.stopReason).toBe('cancelled');
    const planned = orchestrator.stored.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
    expect(
      target.contacts.every((row) => planned.includes(row.properties['acculynx_contact_id'] ?? '')),
    ).toBe(true);
    expect(orchestrator.stored).toHaveLength(2);
  });

  test('When the lease is lost before the first plan, then nothing is written and nothing reported', async () => {
    const { pipeline, target, orchestrator, reported } = aRun({ total: 100 });
    orchestrator.stopped = 'lost';
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'lost' });
    expect(target.writes).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('When the lease is lost while batches are written, then nothing of them is reported', async () => {
    const { pipeline, target, lease, reported } = aRun({ total: 100, concurrency: 2 });
    target.before = ({ kind }) => {
      if (kind === 'upsert') lease.stop('lost');
      return Promise.resolve();
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'lost' });
    expect(target.contacts).toEqual([]);
    expect(reported).toEqual([]);
  });

  test('When HubSpot refuses the token in the middle, then what is settled is reported and the failure is thrown', async () => {
    const { pipeline, target, reported, lease } = aRun({ total: 100, concurrency: 1 });
    target.before = ({ kind }) =>
      kind === 'upsert' && target.writes.length === 3
        ? Promise.reject(new RunFailed('refused', { refusedBy: 'HubSpot' }))
        : Promise.resolve();
    await expect(pipeline.run()).rejects.toMatchObject({ text: 'refused', refusedBy: 'HubSpot' });
    expect(lease.stopReason).toBe('failed');
    expect(outcomesOf(reported)).toHaveLength(20);
  });

  test('When it is cancelled while HubSpot hangs, then it ends after the grace and not when HubSpot pleases', async () => {
    const { pipeline, target, lease } = aRun({ total: 20, graceMs: 20 });
    target.before = ({ kind }) => {
      if (kind !== 'upsert') return Promise.resolve();
      lease.stop('cancelled');
      const { promise, reject } = Promise.withResolvers<undefined>();
      lease.writing.addEventListener('abort', () => reject(lease.writing.reason));
      return promise;
    };
    await expect(pipeline.run()).rejects.toMatchObject({ reason: 'cancelled' });
  });
});
