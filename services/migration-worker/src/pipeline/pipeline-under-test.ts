import {
  contactSchema,
  contactsPageSize,
  type ContactsPage,
  type FetchContactsPage,
} from '@ridgeline/acculynx';
import type { Claim } from '@ridgeline/contracts/internal';
import { HeldLease } from '../lease/lease.ts';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { FakeHubspotTarget } from '../vendors/hubspot-target.fake.ts';
import type { Execution } from '../writing/execute-plan.ts';
import { ContactPipeline } from './contact-pipeline.ts';

export interface PipelineSetup {
  total: number;
  batchSize?: number;
  concurrency?: number;
  claim?: Partial<Claim>;
  leaseMs?: number;
  graceMs?: number;
  /** Answers for a page in place of the source; null lets the source answer. */
  page?: (index: number) => Promise<ContactsPage> | null;
}

/** A run over `total` contacts c-0, c-1, … each with an e-mail of its own. */
export function aRun(setup: PipelineSetup) {
  const { total, batchSize = 10, concurrency = 3, claim = {}, leaseMs = 60_000, graceMs = 1_000 } = setup;
  const pagesAsked: number[] = [];
  const source: FetchContactsPage = (index) => {
    pagesAsked.push(index);
    const instead = setup.page?.(index);
    if (instead) return instead;
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
      const outcomes = [...execution.outcomes].map(([sourceId, outcome]) => ({ sourceId, ...outcome }));
      orchestrator.counted(execution.plan.batch, outcomes);
      return Promise.resolve();
    },
  });
  return { pipeline, target, orchestrator, lease, reported, pagesAsked };
}

/** All outcomes reported, one by one. */
export const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { kind }]) => ({ sourceId, kind })));
