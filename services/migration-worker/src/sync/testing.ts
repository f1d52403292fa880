import {
  contactSchema,
  type UnreadableRecord,
  type AcculynxClient,
  type AcculynxContact,
} from '@ridgeline/acculynx';
import { contactProperties } from '@ridgeline/contracts';
import type { DueRecord, SyncRound } from '@ridgeline/contracts/internal';
import { decodeValue, outcomeFromWire, topics, type OutgoingEvent, type SyncReport } from '@ridgeline/events';
import { ungoverned } from '@ridgeline/governed-vendors/testing';
import { afterEach } from '@jest/globals';
import { createLogger } from '@ridgeline/kit';
import { Registry } from '@ridgeline/kit/metrics';
import { fakeHubspot } from '../hubspot-io/testing/fake-hubspot.ts';
import { aLease } from '../lease/testing/a-lease.ts';
import { contactPortal } from '../objects/contact/testing/contact-portal.ts';
import { objectMigrationOf } from '../objects/index.ts';
import type { TakenRound } from '../orchestrator/orchestrator.ts';
import { FakeOrchestrator } from '../orchestrator/testing/fake-orchestrator.ts';
import { syncMetrics } from '../report/sync-metrics.ts';
import { companySecrets } from '../testing/bench-company.ts';
import { noLocks } from '../testing/no-locks.ts';
import { PreparedKinds } from './prepared-kinds.ts';
import { runSync } from './run-sync.ts';
import type { SyncServices } from './sync-services.ts';

const logger = createLogger({ service: 'test', level: 'silent' });

/** A due contact that is known to be new, unless the test says otherwise. */
export const aDueRecord = (sourceId: string, change: Partial<DueRecord> = {}): DueRecord => ({
  sourceId,
  hubspotId: null,
  isNew: true,
  knownAt: '2026-11-25T10:00:00.000Z',
  changedAt: null,
  check: null,
  ...change,
});

/** A round of contacts. */
export const aRound = (change: Partial<SyncRound> = {}): SyncRound => ({
  round: 1,
  connectionId: 3,
  companyId: 'acme',
  migrationType: 'contacts',
  options: { includeNoEmailContacts: false },
  since: '2026-11-25T08:00:00.000Z',
  existingNoted: true,
  createdKnownUntil: '2026-11-25T09:00:00.000Z',
  takenAt: '2026-11-25T10:00:02.000Z',
  records: [],
  alsoWaiting: 0,
  unfinished: [],
  nextBatch: 1,
  ...change,
});

/** A contact of AccuLynx with an email address of its own. */
export const aContact = (id: string): AcculynxContact =>
  contactSchema.parse({ id, lastName: id, emailAddresses: [{ address: `${id}@example.com` }] });

/** A held sync in memory: both vendors, the orchestrator, and what was published. */
export function aSync(rounds: readonly (SyncRound | TakenRound)[], change: Partial<SyncServices> = {}) {
  const target = contactPortal();
  const ledger = new FakeOrchestrator();
  const lease = aLease();
  const events: OutgoingEvent[] = [];
  const contacts = new Map<string, AcculynxContact | UnreadableRecord>();
  const calls: string[] = [];
  const created: string[] = [];
  /** Called before AccuLynx answers with a page of its list of contacts. */
  const pages: { before: (startIndex: number) => Promise<void> } = { before: () => Promise.resolve() };
  const noted: { readonly sourceIds: readonly string[]; readonly complete: boolean }[] = [];
  const notedAsNew: { readonly sourceIds: readonly string[]; readonly until: string | null }[] = [];
  const refusals: string[] = [];
  const announced: string[] = [];
  const queue = rounds.map((one): TakenRound => ('records' in one ? { round: one, waitMs: null } : one));
  const handedOut = new Map<number, SyncRound>();
  const [copied, over] = [new Set<number>(), new Set<number>()];
  const acculynx = {
    contact: (id: string) => {
      calls.push(id);
      return Promise.resolve({ outcome: 'ok' as const, value: contacts.get(id) ?? null });
    },
    contactsPage: async (startIndex: number) => {
      await pages.before(startIndex);
      const all = [...contacts.values()];
      const value = { count: all.length, startIndex, contacts: all.slice(startIndex, startIndex + 50) };
      return { outcome: 'ok' as const, value };
    },
    createdContacts: ({ page }: { readonly page: number }) => {
      calls.push(`created ${String(page)}`);
      const ids = page === 0 ? created : [];
      const value = { count: created.length, startIndex: page, contacts: ids.map(aContact) };
      return Promise.resolve({ outcome: 'ok' as const, value });
    },
  };
  const reportOf = ({ value }: OutgoingEvent): SyncReport => decodeValue(topics.syncReport, value);
  const services: SyncServices = {
    orchestrator: {
      takeRound: (_sync, { inHand }) => {
        const open = inHand.filter((round) => !over.has(round));
        const isCopying = (other: number): boolean => !over.has(other) && !copied.has(other);
        const mustWait = ({ round, migrationType }: SyncRound): boolean =>
          open.includes(round) ||
          open.some((other) => isCopying(other) && handedOut.get(other)?.migrationType === migrationType);
        const [next = { round: null, waitMs: null }] = queue;
        if (next.round && !('open' in next) && mustWait(next.round))
          return Promise.resolve({ round: null, waitMs: 1, open });
        if (next.round) handedOut.set(next.round.round, next.round);
        queue.shift();
        return Promise.resolve({ open, ...next });
      },
      findWaiting: () => Promise.resolve([]),
      ledgerOf: () => ledger,
      noteExisting: (_sync, _round, existing) => Promise.resolve(void noted.push(existing)),
      noteCreated: (_sync, _round, found) => Promise.resolve(void notedAsNew.push(found)),
    },
    objectOf: objectMigrationOf,
    prepared: new PreparedKinds(noLocks),
    secrets: () => Promise.resolve(companySecrets),
    openVendors: () => ({
      acculynx: () => ungoverned(acculynx as unknown as AcculynxClient),
      hubspot: () => ungoverned(fakeHubspot(target, contactProperties)),
    }),
    announce: (secrets) => Promise.resolve(void announced.push(secrets.acculynxApiKey)),
    tellRefusal: (_owner, vendor) => Promise.resolve(void refusals.push(vendor)),
    publisher: {
      publish(some) {
        events.push(...some);
        for (const { round, report } of some.map(reportOf)) {
          if (report.case === 'roundDone') over.add(round);
          if (report.case !== 'batchDone') continue;
          copied.add(round);
          ledger.counted(
            report.value.batch,
            report.value.outcomes.flatMap((outcome) => outcomeFromWire(outcome) ?? []),
          );
        }
        return Promise.resolve();
      },
    },
    processId: 'p-1',
    logger,
    metrics: syncMetrics(new Registry(), 8),
    ...change,
  };
  const reports = () => events.map(reportOf);
  return {
    services,
    lease,
    target,
    ledger,
    contacts,
    created,
    pages,
    calls,
    noted,
    notedAsNew,
    refusals,
    announced,
    reports,
  };
}

const leases: Disposable[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

/** The same, with what it runs on; its lease ends with the test. */
export function syncing(...setup: Parameters<typeof aSync>) {
  const sync = aSync(...setup);
  leases.push(sync.lease);
  return { ...sync, run: () => runSync(sync.services, sync.lease) };
}
