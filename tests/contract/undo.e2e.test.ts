import { describe, expect, test } from '@jest/globals';
import { getMigrationLogs, undoMigration, type Migration } from '@ridgeline/contracts';
import {
  eventually,
  newTestCompany,
  stackOfTests,
  type TargetRecord,
  type TestCompany,
} from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';
import { portalState, type PortalState } from '../support/portal-state.ts';

const stack = stackOfTests();

const undo = async (company: TestCompany, id: number): Promise<Migration> => {
  const made = await company.session.call(undoMigration, {
    params: { id: String(id) },
    body: { dryRun: false },
  });
  return untilEnded(company, made.id);
};

/** The values that a portal holds, regardless of its records' ids. */
const valuesIn = (state: PortalState): readonly string[] =>
  Object.values(state)
    .map((values) => JSON.stringify(values))
    .toSorted();

/** How many deals with the id of a job HubSpot's search returns. */
async function searchable({ credentials }: TestCompany): Promise<number> {
  const response = await fetch(`${stack.simulators.hubspot}/crm/objects/2026-03/deals/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.hubspotPat}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      filterGroups: [{ filters: [{ propertyName: 'acculynx_job_id', operator: 'HAS_PROPERTY' }] }],
      properties: [],
      sorts: [],
      limit: 1,
      after: '0',
    }),
  });
  return ((await response.json()) as { total?: number }).total ?? 0;
}

/** A company of jobs with contacts, some of which are in its portal already. */
async function withSomeInPortal() {
  const company = await newTestCompany(stack, { contacts: 40, jobs: 30 });
  const { control, portalId, user } = company;
  const connection = await company.connect();
  const [jobs, contacts] = [
    await control.sourceJobs(user.companyId),
    await control.sourceContacts(user.companyId),
  ];
  const known = jobs.slice(0, 3);
  await control.putTargets(
    portalId,
    'deals',
    known.map(({ id }, index) => ({ dealname: `Before ${index}`, acculynx_job_id: id })),
  );
  const emails = known.flatMap(({ contacts: [first] }) => {
    const [email] = contacts.find(({ id }) => id === first?.contactId)?.emailAddresses ?? [];
    // HubSpot stores addresses in lower case. If one were stored otherwise, only its search would find it, and that lags
    // behind.
    return email ? [email.address.toLowerCase()] : [];
  });
  await control.putTargets(
    portalId,
    'contacts',
    [...new Set(emails)].map((email) => ({ email, firstname: 'Before', city: 'Former City' })),
  );
  await eventually(
    async () => {
      expect(await searchable(company)).toBe(known.length);
    },
    { what: "HubSpot's search to show the deals" },
  );
  return { company, connection };
}

describe('A migration of jobs is undone', () => {
  test('When no one changed anything since, then HubSpot is as before, record by record and association by association; and the undo of the undo writes it all again', async () => {
    const { company, connection } = await withSomeInPortal();
    const before = await portalState(company);
    const { id } = await company.startMigration(connection, { migrationType: 'jobs', delayMs: 0 });
    const first = await untilEnded(company, id);
    const written = valuesIn(await portalState(company));
    expect(written.length).toBeGreaterThan(Object.keys(before).length + 40);

    const undone = await undo(company, id);
    expect(undone).toMatchObject({
      status: 'completed',
      errorCount: 0,
      skipCount: 0,
      follows: { as: 'undo' },
    });
    expect(undone.removedCount).toBeGreaterThan(0);
    expect(undone.successCount).toBe(undone.processedCount);
    expect(undone.reconciliation).toMatchObject({ difference: 0 });
    expect(await portalState(company)).toEqual(before);

    await expect(undo(company, id)).rejects.toMatchObject({ code: 'migration.undone_already' });

    const redone = await undo(company, undone.id);
    expect(redone).toMatchObject({
      status: 'completed',
      errorCount: 0,
      skipCount: first.skipCount,
      createdCount: first.createdCount,
      updatedCount: first.updatedCount,
      follows: { migrationId: id, as: 'plan' },
    });
    expect(valuesIn(await portalState(company))).toEqual(written);
  }, 180_000);

  test('When users changed or used some since, then those are spared and named, and all else is as before', async () => {
    const { company, connection } = await withSomeInPortal();
    const { control, portalId } = company;
    const before = await portalState(company);
    const { id } = await company.startMigration(connection, { migrationType: 'jobs', delayMs: 0 });
    await untilEnded(company, id);

    const isNew = ({ id: record }: TargetRecord, kind: string) => !(`${kind} ${record}` in before);
    const pairs = await control.targetAssociations(portalId, 'deals', 'contacts');
    const newContacts = (await control.targetContacts(portalId)).filter((one) => isNew(one, 'contact'));
    const deal = (await control.targetDeals(portalId)).find(
      (one) => isNew(one, 'deal') && pairs.some(({ fromId }) => fromId === one.id),
    );
    if (!deal) throw new Error('No deal of a job with contacts was created');
    const ofDeal = pairs.filter(({ fromId }) => fromId === deal.id);
    const others = newContacts.filter(({ id: contact }) => !ofDeal.some(({ toId }) => toId === contact));
    const [changed, noted] = others;
    if (!changed || !noted) throw new Error('Too few contacts were created');
    await control.changeTarget(portalId, 'deals', deal.id, { dealname: 'Changed by hand' });
    await control.changeTarget(portalId, 'contacts', changed.id, { city: 'Changed by hand' });
    const [note = ''] = await control.putTargets(portalId, 'notes', [{ hs_note_body: 'Call them' }]);
    await control.associateTargets(portalId, { from: 'notes', to: 'contacts' }, [
      { from: note, to: noted.id },
    ]);
    const after = await portalState(company);

    const undone = await undo(company, id);
    expect(undone).toMatchObject({ status: 'completed', errorCount: 0, skipCount: 1 });
    const spared = [
      `deal ${deal.id}`,
      `contact ${changed.id}`,
      `contact ${noted.id}`,
      ...ofDeal.flatMap(({ fromId, toId }) => [`deal ${fromId} and contact ${toId}`, `contact ${toId}`]),
    ].filter((one) => !(one in before));
    expect(await portalState(company)).toEqual({
      ...before,
      ...Object.fromEntries(spared.map((one) => [one, after[one]])),
    });

    const logs = await company.session.call(getMigrationLogs, {
      params: { id: String(undone.id) },
      query: { limit: 1000 },
    });
    const reasons = logs.flatMap(({ name, context: { reason } }) =>
      name !== undefined && typeof reason === 'string' ? reason : [],
    );
    expect(reasons.toSorted()).toEqual(
      [
        ...['changed_since', 'changed_since', 'in_use_by_others'],
        ...spared.slice(3).map(() => 'in_use_by_others'),
      ].toSorted(),
    );
  }, 180_000);
});
