import { contactSchema, type ContactsPage } from '@ridgeline/acculynx';
import type { Claim, ConnectionSecrets } from '@ridgeline/contracts/internal';
import { decodeValue, RunResult, topics, type OutgoingEvent } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { HeldLease } from '../lease/lease.ts';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { FakeHubspotTarget } from '../vendors/hubspot-target.fake.ts';
import { workerMetrics } from '../worker-metrics.ts';
import { runMigration, type RunMigrationParts } from './run-migration.ts';
import { RunFailed, type Vendor } from './run-stop.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const leases: HeldLease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

const secrets: ConnectionSecrets = {
  connectionId: 3,
  companyId: 'acme',
  hubSpotPortalId: '4711',
  acculynxApiKey: 'key-very-secret',
  hubspotPat: 'pat-very-secret',
};

function aRun(change: { claim?: Partial<Claim>; parts?: Partial<RunMigrationParts> } = {}) {
  const target = new FakeHubspotTarget();
  const events: OutgoingEvent[] = [];
  const refusals: Vendor[] = [];
  const lease = new HeldLease({
    migrationId: 7,
    epoch: 3,
    leaseMs: 60_000,
    graceMs: 10,
    claimedAt: performance.now(),
  });
  leases.push(lease);
  const page: ContactsPage = {
    count: 2,
    startIndex: 0,
    contacts: ['a', 'b'].map((id) =>
      contactSchema.parse({ id, lastName: id, emailAddresses: [{ address: `${id}@example.com` }] }),
    ),
  };
  const claim: Claim = {
    epoch: 3,
    leaseMs: 60_000,
    cursor: null,
    nextBatch: 1,
    plannedRecords: 0,
    unfinished: [],
    settings: {
      migrationId: 7,
      companyId: 'acme',
      connectionId: 3,
      migrationType: 'contacts',
      batchSize: 50,
      concurrency: 3,
      delayMs: 0,
      includeNoEmailContacts: false,
    },
    ...change.claim,
  };
  const parts: RunMigrationParts = {
    orchestrator: new FakeOrchestrator(),
    publisher: { publish: (some) => Promise.resolve(void events.push(...some)) },
    secrets: () => Promise.resolve(secrets),
    openVendors: () => ({ source: () => Promise.resolve(page), target }),
    tellRefusal: (_settings, vendor) => Promise.resolve(void refusals.push(vendor)),
    processId: 'p-1',
    logger,
    metrics: workerMetrics(new Registry(), 'p-1'),
    ...change.parts,
  };
  const reports = () => events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
  return { run: () => runMigration(parts, claim, lease), lease, target, events, reports, refusals };
}

describe('A run ends', () => {
  test('When every record is written, then it is reported as completed with the exact count, over all attempts', async () => {
    const { run, reports, events } = aRun({ claim: { plannedRecords: 40, nextBatch: 5 } });
    expect(await run()).toBe('finished');
    expect(reports().at(0)).toMatchObject({
      case: 'progress',
      value: { log: [{ message: 'Going on at batch 5' }] },
    });
    expect(reports().at(-1)).toMatchObject({
      case: 'finished',
      value: { result: RunResult.COMPLETED, sourceCount: 42, failureMessage: '' },
    });
    const published = events.map(({ value }) => Buffer.from(value).toString('latin1')).join();
    expect(published).not.toContain('very-secret');
  });

  test('When a vendor refuses its credential, then it failed with a clear message and the connection is told', async () => {
    const { run, target, reports, refusals } = aRun();
    target.before = () =>
      Promise.reject(new RunFailed('HubSpot no longer accepts it', { refusedBy: 'HubSpot' }));
    expect(await run()).toBe('finished');
    expect(reports().at(-1)).toMatchObject({
      case: 'finished',
      value: { result: RunResult.FAILED, failureMessage: 'HubSpot no longer accepts it' },
    });
    expect(refusals).toEqual(['HubSpot']);
  });

  test('When something happens that nobody foresaw, then it failed, and its text stays in our log', async () => {
    const { run, reports } = aRun({
      parts: { secrets: () => Promise.reject(new TypeError('x is undefined')) },
    });
    expect(await run()).toBe('finished');
    const last = reports().at(-1);
    expect(last).toMatchObject({ value: { result: RunResult.FAILED } });
    expect(
      JSON.stringify(last, (_, value: unknown) => (typeof value === 'bigint' ? '' : value)),
    ).not.toContain('undefined');
  });

  test('When it was cancelled, then that is reported', async () => {
    const { run, lease, target, reports } = aRun();
    target.before = () => {
      lease.stop('cancelled');
      return Promise.resolve();
    };
    expect(await run()).toBe('finished');
    expect(reports().at(-1)).toMatchObject({ case: 'finished', value: { result: RunResult.CANCELLED } });
  });

  test('When the process stops or the lease is lost, then no end is reported', async () => {
    for (const [reason, departure] of [
      ['shutdown', 'handed-back'],
      ['lost', 'lost'],
    ] as const) {
      const { run, lease, target, reports } = aRun();
      target.before = () => {
        lease.stop(reason);
        return Promise.resolve();
      };
      expect(await run()).toBe(departure);
      expect(reports().some((report) => report.case === 'finished')).toBe(false);
    }
  });
});
