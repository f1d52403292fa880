import type { Claim } from '@ridgeline/contracts/internal';
import { decodeValue, OutcomeKind, RunResult, topics, type OutgoingEvent } from '@ridgeline/events';
import { contactProperties, createHubspotClient, propertyGroup } from '@ridgeline/hubspot';
import { createLogger } from '@ridgeline/kit';
import type { Governor } from '@ridgeline/redis';
import { startSimulators, type FaultInput, type Simulators } from '@ridgeline/simulators';
import { simulatorControl, writesTo } from '@ridgeline/testkit';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Registry } from 'prom-client';
import { HeldLease } from '../lease/lease.ts';
import { FakeOrchestrator } from '../orchestrator/orchestrator.fake.ts';
import { isPlausibleEmail } from '../mapping/email-address.ts';
import { openVendors } from '../vendors/open-vendors.ts';
import { workerMetrics } from '../worker-metrics.ts';
import { runMigration } from './run-migration.ts';

const company = {
  companyId: 'brazos',
  acculynxApiKey: 'alx-key-of-brazos',
  hubspotToken: 'pat-na1-brazos',
  contacts: 320,
  jobs: 0,
  portalId: 4711,
};

const logger = createLogger({ service: 'test', level: 'silent' });
/** The governor has tests of its own; here nothing is limited. */
const unlimited: Governor = {
  acquire: () => Promise.resolve(),
  block: () => Promise.resolve(),
  learnLimit: () => Promise.resolve(),
};

let simulators: Simulators;
let orchestrator: FakeOrchestrator;
let lease: HeldLease | null = null;

beforeEach(async () => {
  const fast = { latency: { baseMs: 0, perRecordMs: 0 }, limits: { enabled: false } };
  simulators = await startSimulators({
    companies: [company],
    settings: { acculynx: fast, hubspot: { ...fast, behaviour: { definitionLagMs: [0, 0] } } },
  });
  orchestrator = new FakeOrchestrator();
  const portal = createHubspotClient({ baseUrl: simulators.addresses.hubspot, secret: company.hubspotToken });
  await portal.createPropertyGroup('contacts', propertyGroup);
  await portal.createProperties(
    'contacts',
    contactProperties.filter(({ groupName }) => groupName === propertyGroup.name),
  );
});

afterEach(async () => {
  lease?.[Symbol.dispose]();
  await simulators.stop();
});

const control = () => simulatorControl(simulators.addresses.control);
const fault = (effect: FaultInput['effect'], where: Omit<FaultInput, 'effect' | 'vendor'> = {}) =>
  control().addFault({ vendor: 'hubspot', ...where, effect });

const claim: Claim = {
  epoch: 1,
  leaseMs: 600_000,
  cursor: null,
  nextBatch: 1,
  plannedRecords: 0,
  unfinished: [],
  settings: {
    migrationId: 7,
    companyId: company.companyId,
    connectionId: 3,
    migrationType: 'contacts',
    batchSize: 50,
    concurrency: 3,
    delayMs: 0,
    includeNoEmailContacts: false,
  },
};

/** Runs one migration and sums up what it reported. */
async function migrate(change: Partial<Claim> = {}) {
  const events: OutgoingEvent[] = [];
  const metrics = workerMetrics(new Registry(), 'p-1');
  lease = new HeldLease({
    migrationId: 7,
    epoch: 1,
    leaseMs: 600_000,
    graceMs: 100,
    claimedAt: performance.now(),
  });
  await runMigration(
    {
      orchestrator,
      publisher: { publish: (some) => Promise.resolve(void events.push(...some)) },
      secrets: () =>
        Promise.resolve({
          connectionId: 3,
          companyId: company.companyId,
          hubSpotPortalId: '4711',
          acculynxApiKey: company.acculynxApiKey,
          hubspotPat: company.hubspotToken,
        }),
      openVendors: openVendors({
        governor: unlimited,
        metrics,
        acculynxUrl: simulators.addresses.acculynx,
        hubspotUrl: simulators.addresses.hubspot,
        egressAddress: 'test',
      }),
      tellRefusal: () => Promise.resolve(),
      processId: 'p-1',
      logger,
      metrics,
    },
    { ...claim, ...change },
    lease,
  );
  const reports = events.map(({ value }) => decodeValue(topics.migrationReport, value).report);
  const batches = reports.flatMap((report) => (report.case === 'batchDone' ? report.value : []));
  const outcomes = batches.flatMap((batch) => batch.outcomes);
  for (const { sourceId, hubspotId } of outcomes)
    if (hubspotId !== '') orchestrator.links.set(sourceId, hubspotId);
  const end = reports.flatMap((report) => (report.case === 'finished' ? report.value : []))[0];
  const of = (kind: OutcomeKind) => outcomes.filter((outcome) => outcome.kind === kind);
  const log = batches.flatMap((batch) => batch.log.map(({ message }) => message));
  return { end, outcomes, of, log };
}

/** Each contact of AccuLynx that is reported as being in HubSpot is there exactly once, and nothing else is. */
async function expectAgreement(outcomes: Awaited<ReturnType<typeof migrate>>['outcomes']): Promise<void> {
  const source = (await control().sourceContacts(company.companyId)).map(({ id }) => id);
  expect(outcomes.map(({ sourceId }) => sourceId).sort()).toEqual([...source].sort());
  const target = await control().targetContacts(company.portalId);
  const expected = outcomes.filter(({ hubspotId }) => hubspotId !== '');
  expect(new Map(target.map(({ id, properties }) => [properties['acculynx_contact_id'], id]))).toEqual(
    new Map(expected.map(({ sourceId, hubspotId }) => [sourceId, hubspotId])),
  );
  expect(target).toHaveLength(expected.length);
}

/** Contacts whose one e-mail address is nobody else's, in the order of AccuLynx. */
async function usableContacts(): Promise<{ id: string; email: string }[]> {
  const contacts = await control().sourceContacts(company.companyId);
  const emails = contacts.map(({ emailAddresses }) =>
    emailAddresses.map(({ address }) => address.toLowerCase()).join(),
  );
  return contacts.flatMap(({ id }, index) => {
    const email = emails[index] ?? '';
    const alone = emails.filter((other) => other.includes(email)).length === 1;
    return alone && isPlausibleEmail(email) ? [{ id, email }] : [];
  });
}

/** Puts a contact into the portal as a person would, and returns its id. */
async function inPortal(properties: Readonly<Record<string, string>>): Promise<string> {
  const response = await fetch(`${simulators.addresses.hubspot}/crm/objects/2026-03/contacts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${company.hubspotToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ properties }),
  });
  expect(response.status).toBe(201);
  const record = (await response.json()) as { id: string };
  return record.id;
}

describe('A run against both simulators', () => {
  test('When it runs twice, then everything is over exactly once, and the second run writes nothing', async () => {
    const first = await migrate();
    expect(first.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    await expectAgreement(first.outcomes);
    expect(first.of(OutcomeKind.FAILED)).toEqual([]);
    expect(first.of(OutcomeKind.CREATED).length).toBeGreaterThan(200);

    const seen = (await control().requests(company.companyId)).at(-1)?.number ?? 0;
    orchestrator = Object.assign(new FakeOrchestrator(), { links: orchestrator.links });
    const second = await migrate();
    expect(second.of(OutcomeKind.UNCHANGED)).toHaveLength(first.of(OutcomeKind.CREATED).length);
    expect(writesTo(await control().requests(company.companyId, seen))).toEqual([]);
  });

  test('When the links are unknown, then the second run still finds every record by its source id', async () => {
    const first = await migrate();
    orchestrator = new FakeOrchestrator();
    const second = await migrate();
    expect(second.of(OutcomeKind.UNCHANGED)).toHaveLength(first.of(OutcomeKind.CREATED).length);
    expect(second.of(OutcomeKind.UPDATED)).toEqual([]);
  });

  test('When answers are cut after the write, 503 and 429 come between, then nothing is doubled or lost', async () => {
    await fault({ kind: 'cut' }, { path: '/crm/objects/2026-03/contacts/batch/upsert', times: 3 });
    await fault({ kind: 'http-error', status: 503, contentType: false }, { after: 4, times: 3 });
    await fault({ kind: 'rate-limit', policy: 'ten-secondly', retryAfterSeconds: 1 }, { after: 8, times: 2 });
    const run = await migrate();
    expect(run.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    await expectAgreement(run.outcomes);
    expect(run.of(OutcomeKind.UPDATED)).toEqual([]);
  }, 60_000);

  test('When HubSpot refuses one contact, then it alone is reported with its reason, and the others are over', async () => {
    const culprit = (await usableContacts())[25]?.id ?? '';
    await fault({ kind: 'refuse-records', sourceIds: [culprit], property: 'salutation' });
    const run = await migrate();
    expect(run.of(OutcomeKind.FAILED)).toMatchObject([{ sourceId: culprit, reason: 'invalid_option' }]);
    await expectAgreement(run.outcomes);
    expect(run.log.some((line) => line.endsWith('HubSpot does not have the option (salutation)'))).toBe(true);
  });

  test('When the portal knows a person by e-mail, then that record becomes ours, unless another source has it', async () => {
    const [ours, foreign] = await usableContacts();
    const known = await inPortal({ email: ours?.email ?? '', company: 'Typed by hand' });
    await inPortal({ email: foreign?.email ?? '', acculynx_contact_id: 'of-another-source' });
    const run = await migrate();
    const outcomeOf = (id: string | undefined) => run.outcomes.find(({ sourceId }) => sourceId === id);
    expect(outcomeOf(ours?.id)).toMatchObject({ kind: OutcomeKind.UPDATED, hubspotId: known });
    expect(outcomeOf(foreign?.id)).toMatchObject({ kind: OutcomeKind.CREATED });
    const target = await control().targetContacts(company.portalId);
    const created = target.find(({ properties }) => properties['acculynx_contact_id'] === foreign?.id);
    expect(created?.properties['email'] ?? null).toBeNull();
    expect(run.of(OutcomeKind.FAILED)).toEqual([]);
  });

  test('When an e-mail is refused that looks good to us, then the contact goes over without it', async () => {
    const [first] = await usableContacts();
    await fault({
      kind: 'refuse-records',
      emails: [first?.email ?? ''],
      code: 'INVALID_EMAIL',
      property: 'email',
    });
    const run = await migrate();
    expect(run.of(OutcomeKind.FAILED)).toEqual([]);
    await expectAgreement(run.outcomes);
    expect(run.log.some((line) => line.includes('HubSpot does not accept the e-mail address'))).toBe(true);
  });

  test('When the token is revoked half way, then the run fails and says why', async () => {
    await fault({ kind: 'revoke' }, { after: 8 });
    const { end, of } = await migrate();
    expect(end).toMatchObject({ result: RunResult.FAILED });
    expect(end?.failureMessage).toContain('HubSpot no longer accepts the token');
    expect(of(OutcomeKind.CREATED).length).toBeLessThan(320);
  });

  test('When another worker goes on behind a plan that was left unfinished, then the whole is exact', async () => {
    const first = new FakeOrchestrator();
    orchestrator = first;
    await migrate();
    const stored = first.stored.slice(0, 3);
    const again = new FakeOrchestrator();
    for (const plan of stored) await again.storePlan({ migrationId: 7, epoch: 1 }, plan);
    orchestrator = again;
    const resumed = await migrate({
      cursor: stored[2]?.cursor ?? null,
      nextBatch: 4,
      plannedRecords: 150,
      unfinished: stored.slice(2),
    });
    expect(resumed.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    expect(resumed.outcomes).toHaveLength(320 - 100);
    expect(await control().targetContacts(company.portalId)).toHaveLength(
      first.stored.flatMap(({ records }) => records.filter(({ action }) => action === 'create')).length,
    );
  });
});
