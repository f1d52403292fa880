import {
  contactSchema,
  contactsPageSize,
  type AcculynxContact,
  type ContactsPage,
} from '@ridgeline/acculynx';
import type { Claim, RunSettings } from '@ridgeline/contracts/internal';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { aClaim } from '../../testing/a-claim.ts';
import { aLease } from '../../testing/a-lease.ts';
import { contactSource } from '../../objects/contact/contact-source.ts';
import { FakeHubspotTarget } from '../../hubspot-io/testing/fake-hubspot-target.ts';
import { WaitTracker } from '../../waiting/wait-tracker.ts';
import type { Execution } from '../execute-plan.ts';
import { ContactPipeline } from '../run-pipeline.ts';

export interface PipelineSetup {
  total: number;
  settings?: Partial<RunSettings>;
  claim?: Partial<Omit<Claim, 'settings'>>;
  graceMs?: number;
  /** Answers for a page in place of the source; null lets the source answer. */
  page?: (index: number, signal: AbortSignal) => Promise<ContactsPage> | null;
}

/** The contact `c-<index>`, with an e-mail of its own. */
export const aContact = (index: number): AcculynxContact =>
  contactSchema.parse({
    id: `c-${String(index)}`,
    lastName: `Name ${String(index)}`,
    emailAddresses: [{ address: `c${String(index)}@example.com`, primary: true }],
  });

/** A page of a list as AccuLynx cuts it. */
export function pageOf(contacts: readonly AcculynxContact[], index: number): ContactsPage {
  const items = contacts.slice(index * contactsPageSize, (index + 1) * contactsPageSize);
  return { count: contacts.length, startIndex: index, contacts: items };
}

/** A run over `total` contacts c-0, c-1, … each with an e-mail of its own, in batches of 10. */
export function aRun(setup: PipelineSetup) {
  const pagesAsked: number[] = [];
  const contacts = Array.from({ length: setup.total }, (_, index) => aContact(index));
  const source = contactSource((index, signal) => {
    pagesAsked.push(index);
    return setup.page?.(index, signal) ?? Promise.resolve(pageOf(contacts, index));
  });
  const target = new FakeHubspotTarget();
  const orchestrator = new FakeOrchestrator();
  const lease = aLease({ graceMs: () => setup.graceMs ?? 1_000 });
  const waits = new WaitTracker();
  const reported: Execution[] = [];
  const pipeline = new ContactPipeline({
    claim: aClaim({ ...setup.claim, settings: { batchSize: 10, ...setup.settings } }),
    lease,
    source,
    target,
    orchestrator,
    waits,
    reportBatch: (execution) => {
      reported.push(execution);
      const outcomes = [...execution.outcomes].map(([sourceId, outcome]) => ({ sourceId, ...outcome }));
      orchestrator.counted(execution.plan.batch, outcomes);
      return Promise.resolve();
    },
  });
  return { pipeline, target, orchestrator, lease, waits, reported, pagesAsked };
}

/** All outcomes reported, one by one. */
export const outcomesOf = (reported: readonly Execution[]) =>
  reported.flatMap(({ outcomes }) => [...outcomes].map(([sourceId, { kind }]) => ({ sourceId, kind })));
