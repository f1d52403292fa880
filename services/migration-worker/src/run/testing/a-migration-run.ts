import { contactSchema, type ContactsPage } from '@ridgeline/acculynx';
import { contactProperties, defaultDealSettings } from '@ridgeline/contracts';
import type { ConnectionSecrets } from '@ridgeline/contracts/internal';
import { decodeValue, topics, type OutgoingEvent } from '@ridgeline/events';
import { createLogger } from '@ridgeline/kit';
import { afterEach } from '@jest/globals';
import { Registry } from '@ridgeline/kit/metrics';
import type { Vendor } from '../../base/run-errors.ts';
import type { HeldLease } from '../../lease/held-lease.ts';
import { fakeHubspot } from '../../hubspot-io/testing/fake-hubspot.ts';
import { contactPortal } from '../../objects/contact/testing/contact-portal.ts';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { workerMetrics } from '../../report/worker-metrics.ts';
import { aClaim } from '../../lease/testing/a-claim.ts';
import { aLease } from '../../lease/testing/a-lease.ts';
import { noLocks } from '../../testing/no-locks.ts';
import { fakeAcculynx } from '../../vendors/testing/fake-acculynx.ts';
import { runMigration, type RunMigrationParts } from '../run-migration.ts';

const logger = createLogger({ service: 'test', level: 'silent' });
const leases: HeldLease[] = [];
afterEach(() => {
  for (const lease of leases.splice(0)) lease[Symbol.dispose]();
});

export const secrets: ConnectionSecrets = {
  connectionId: 3,
  companyId: 'acme',
  hubSpotPortalId: '4711',
  acculynxApiKey: 'key-very-secret',
  hubspotPat: 'pat-very-secret',
  deals: defaultDealSettings,
};

export const page: ContactsPage = {
  count: 2,
  startIndex: 0,
  contacts: ['a', 'b'].map((id) =>
    contactSchema.parse({ id, lastName: id, emailAddresses: [{ address: `${id}@example.com` }] }),
  ),
};

/** A run of two contacts that a test lets run; its lease is disposed after the test. */
export function aRun(
  change: { claim?: Parameters<typeof aClaim>[0]; parts?: Partial<RunMigrationParts> } = {},
) {
  const target = contactPortal();
  const events: OutgoingEvent[] = [];
  const refusals: Vendor[] = [];
  const lease = aLease();
  leases.push(lease);
  const claim = aClaim({ epoch: 3, ...change.claim });
  const parts: RunMigrationParts = {
    orchestrator: new FakeOrchestrator(),
    publisher: { publish: (some) => Promise.resolve(void events.push(...some)) },
    secrets: () => Promise.resolve(secrets),
    locks: noLocks,
    openVendors: () => ({ acculynx: fakeAcculynx(page), hubspot: fakeHubspot(target, contactProperties) }),
    tellRefusal: (_settings, vendor) => Promise.resolve(void refusals.push(vendor)),
    processId: 'p-1',
    logger,
    metrics: workerMetrics(new Registry(), 'p-1'),
    ...change.parts,
  };
  const reports = () => events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
  return { run: () => runMigration(parts, claim, lease), lease, target, events, reports, refusals };
}
