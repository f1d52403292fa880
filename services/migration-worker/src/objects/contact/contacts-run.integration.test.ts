import type { PlannedRecord, ReportedOutcome } from '@ridgeline/contracts/internal';
import { OutcomeKind, RunResult } from '@ridgeline/events';
import { writesTo } from '@ridgeline/testkit/integration';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { FakeOrchestrator } from '../../orchestrator/testing/fake-orchestrator.ts';
import { company, companySecrets } from '../../testing/bench-company.ts';
import type { Migrated } from '../../run/testing/run-bench.ts';
import { ContactBench } from '../../run/testing/contact-bench.ts';

let bench: ContactBench;
beforeEach(async () => {
  bench = await ContactBench.start();
});
afterEach(() => bench[Symbol.asyncDispose]());

/** Each contact of AccuLynx that is reported as being in HubSpot is there exactly once, and nothing else is. */
async function expectAgreement(outcomes: Migrated['outcomes']): Promise<void> {
  const source = (await bench.control.sourceContacts(company.companyId)).map(({ id }) => id);
  expect(outcomes.map(({ sourceId }) => sourceId).sort()).toEqual([...source].sort());
  const target = await bench.control.targetContacts(company.portalId);
  const expected = outcomes.filter(({ hubspotId }) => hubspotId !== '');
  expect(new Map(target.map(({ id, properties }) => [properties['acculynx_contact_id'], id]))).toEqual(
    new Map(expected.map(({ sourceId, hubspotId }) => [sourceId, hubspotId])),
  );
  expect(target).toHaveLength(expected.length);
}

describe('A run against both simulators', () => {
  test('When it runs twice, then everything is over exactly once, and the second run writes nothing', async () => {
    const first = await bench.migrate();
    expect(first.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    await expectAgreement(first.outcomes);
    expect(first.of(OutcomeKind.FAILED)).toEqual([]);
    expect(first.of(OutcomeKind.CREATED).length).toBeGreaterThan(200);

    const seen = (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;
    bench.anotherMigration();
    const second = await bench.migrate();
    expect(second.of(OutcomeKind.UNCHANGED)).toHaveLength(first.of(OutcomeKind.CREATED).length);
    expect(writesTo(await bench.control.requests(company.companyId, seen))).toEqual([]);
  });

  test('When the links are unknown, then the second run still finds every record by its source id', async () => {
    const first = await bench.migrate();
    bench.orchestrator = new FakeOrchestrator();
    const second = await bench.migrate();
    expect(second.of(OutcomeKind.UNCHANGED)).toHaveLength(first.of(OutcomeKind.CREATED).length);
    expect(second.of(OutcomeKind.UPDATED)).toEqual([]);
  });

  test('When key and token were changed after the run had fetched them, then it continues with the new ones', async () => {
    bench.formerSecrets = [{ ...companySecrets, acculynxApiKey: 'key-of-old', hubspotPat: 'pat-of-old' }];
    const run = await bench.migrate();
    expect(run.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    await expectAgreement(run.outcomes);
  });

  test('When answers are cut after the write, 503 and 429 come between, then nothing is doubled or lost', async () => {
    await bench.fault({ kind: 'cut' }, { path: '/crm/objects/2026-03/contacts/batch/upsert', times: 3 });
    await bench.fault({ kind: 'http-error', status: 503, contentType: false }, { after: 4, times: 3 });
    await bench.fault(
      { kind: 'rate-limit', policy: 'ten-secondly', retryAfterSeconds: 1 },
      { after: 8, times: 2 },
    );
    const run = await bench.migrate();
    expect(run.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    await expectAgreement(run.outcomes);
    expect(run.of(OutcomeKind.UPDATED)).toEqual([]);
  }, 60_000);

  test('When HubSpot refuses one contact, then it alone is reported with its reason, and the others are over', async () => {
    const culprit = (await bench.usableContacts())[25]?.id ?? '';
    await bench.fault({ kind: 'refuse-records', sourceIds: [culprit], property: 'salutation' });
    const run = await bench.migrate();
    expect(run.of(OutcomeKind.FAILED)).toMatchObject([{ sourceId: culprit, reason: 'invalid_option' }]);
    await expectAgreement(run.outcomes);
    expect(run.log.some((line) => line.endsWith('HubSpot does not have the option (salutation)'))).toBe(true);
  });

  test('When the portal knows a person by email, then that record becomes ours, unless another source has it', async () => {
    const [ours, foreign] = await bench.usableContacts();
    const known = await bench.inPortal({ email: ours?.email ?? '', company: 'Typed by hand' });
    await bench.inPortal({ email: foreign?.email ?? '', acculynx_contact_id: 'of-another-source' });
    const run = await bench.migrate();
    const outcomeOf = (id: string | undefined) => run.outcomes.find(({ sourceId }) => sourceId === id);
    expect(outcomeOf(ours?.id)).toMatchObject({ kind: OutcomeKind.UPDATED, hubspotId: known });
    expect(outcomeOf(foreign?.id)).toMatchObject({ kind: OutcomeKind.CREATED });
    const target = await bench.control.targetContacts(company.portalId);
    const created = target.find(({ properties }) => properties['acculynx_contact_id'] === foreign?.id);
    expect(created?.properties['email'] ?? null).toBeNull();
    expect(run.of(OutcomeKind.FAILED)).toEqual([]);
  });

  test('When HubSpot rejects an email that looks valid, then the contact is copied without it', async () => {
    const [first] = await bench.usableContacts();
    await bench.fault({
      kind: 'refuse-records',
      emails: [first?.email ?? ''],
      code: 'INVALID_EMAIL',
      property: 'email',
    });
    const run = await bench.migrate();
    expect(run.of(OutcomeKind.FAILED)).toEqual([]);
    await expectAgreement(run.outcomes);
    expect(run.log.some((line) => line.includes('HubSpot does not accept the email address'))).toBe(true);
  });

  test('When the token is revoked half way, then the run fails and says why', async () => {
    await bench.fault({ kind: 'revoke' }, { after: 8 });
    const { end, of } = await bench.migrate();
    expect(end).toMatchObject({ result: RunResult.FAILED });
    expect(end?.failureMessage).toContain('HubSpot no longer accepts the token');
    expect(of(OutcomeKind.CREATED).length).toBeLessThan(320);
  });

  test('When another worker continues after a plan that was left unfinished, then the result is exact', async () => {
    const first = new FakeOrchestrator();
    bench.orchestrator = first;
    await bench.migrate();
    const stored = first.stored.slice(0, 3);
    const again = new FakeOrchestrator();
    for (const plan of stored) await again.storePlan({ runId: 7, epoch: 1 }, plan);
    for (const { batch, records } of stored.slice(0, 2)) {
      const endOf = ({ action }: PlannedRecord): ReportedOutcome['outcome'] =>
        action === 'create' ? 'created' : 'skipped';
      const outcomes = records.map((record) => ({
        ...{ sourceId: record.sourceId, outcome: endOf(record) },
        hubspotId: null,
      }));
      again.counted(batch, outcomes);
    }
    bench.orchestrator = again;
    const resumed = await bench.migrate({
      cursor: stored[2]?.cursor ?? null,
      nextBatch: 4,
      plannedRecords: 150,
      unfinished: stored.slice(2),
    });
    expect(resumed.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320 });
    expect(resumed.outcomes).toHaveLength(320 - 100);
    expect(await bench.control.targetContacts(company.portalId)).toHaveLength(
      first.stored.flatMap(({ records }) => records.filter(({ action }) => action === 'create')).length,
    );
  });
});

describe.each(['page', 'record'] as const)(
  'When AccuLynx counts its start index by %s',
  (contactsStartIndex) => {
    beforeEach(() => bench.control.change({ acculynx: { quirks: { contactsStartIndex } } }));

    test('Then every contact is read once and is over exactly once, in no more calls than there are pages and a few', async () => {
      const seen = (await bench.control.requests(company.companyId)).at(-1)?.number ?? 0;
      const run = await bench.migrate();
      expect(run.end).toMatchObject({ result: RunResult.COMPLETED, sourceCount: 320, countedBySource: 320 });
      await expectAgreement(run.outcomes);
      const requests = await bench.control.requests(company.companyId, seen);
      const pages = requests.filter(({ vendor }) => vendor === 'acculynx');
      // Pages are requested before it is known that the index counts records.
      const inVain = contactsStartIndex === 'record' ? 5 : 0;
      // The count of the index, the end of the list, and at the end its first and last page again.
      expect(pages.length).toBeLessThanOrEqual(Math.ceil(320 / 50) + 4 + inVain);
    });

    test('And contacts come and go while they are read, then the account is true to what AccuLynx then holds, and nothing is counted twice', async () => {
      for (const [action, at, after] of [
        ['delete', 'front', 3],
        ['insert', 'front', 5],
        ['delete', 60, 6],
      ] as const)
        await bench.control.addFault({
          vendor: 'acculynx',
          path: '/api/v2/contacts',
          after,
          times: 1,
          effect: { kind: 'shift', action, at, count: 1 },
        });
      const run = await bench.migrate();
      const source = await bench.control.sourceIds(company.companyId, 'contacts');
      const reported = run.outcomes.map(({ sourceId }) => sourceId);
      expect(await bench.control.sourceChanges(company.companyId)).toHaveLength(3);
      expect(new Set(reported).size).toBe(reported.length);
      expect(source.filter((id) => !reported.includes(id))).toEqual([]);
      expect(run.end).toMatchObject({
        result: RunResult.COMPLETED,
        sourceCount: reported.length,
        countedBySource: source.length,
      });
    });
  },
);
