import { expect, test } from '@jest/globals';
import {
  answerDuplicate,
  listDuplicates,
  takeBackAnswer,
  type Connection,
  type DuplicateAnswer,
  type Migration,
} from '@ridgeline/contracts';
import { eventually, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import { untilEnded } from '../support/migrations.ts';

const stack = stackOfTests();

/** How many contacts HubSpot's search returns. */
async function searchable({ credentials }: TestCompany): Promise<number> {
  const response = await fetch(`${stack.simulators.hubspot}/crm/objects/2026-03/contacts/search`, {
    method: 'POST',
    headers: { authorization: `Bearer ${credentials.hubspotPat}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filterGroups: [], properties: [], sorts: [], limit: 1, after: '0' }),
  });
  return ((await response.json()) as { total?: number }).total ?? 0;
}

async function ran(company: TestCompany, connection: Connection, dryRun: boolean): Promise<Migration> {
  const { id } = await company.startMigration(connection, { dryRun, delayMs: 0 });
  return untilEnded(company, id);
}

const listed = async ({ session }: TestCompany, { id }: Migration) =>
  (await session.call(listDuplicates, { params: { id: String(id) } })).duplicates;

test('When a dry run finds what HubSpot has by phone number and by name, then the answers hold for every later run, until they are taken back', async () => {
  const company = await newTestCompany(stack, { contacts: 40 });
  const { control, portalId, user, session } = company;
  const connection = await company.connect();
  const contacts = await control.sourceContacts(user.companyId);
  const byPhone = contacts.find(({ phoneNumbers }) => phoneNumbers.length === 1);
  const byName = contacts.find(
    ({ id, firstName, lastName, mailingAddress }) =>
      id !== byPhone?.id && firstName && lastName && mailingAddress?.zipCode,
  );
  if (!byPhone || !byName) throw new Error('The company has too few contacts');
  const ids = await control.putTargets(portalId, 'contacts', [
    { firstname: 'By phone', phone: byPhone.phoneNumbers[0]?.number ?? '' },
    {
      firstname: byName.firstName ?? '',
      lastname: byName.lastName ?? '',
      zip: byName.mailingAddress?.zipCode ?? '',
    },
  ]);
  await eventually(async () => expect(await searchable(company)).toBe(2), { what: "HubSpot's search" });

  const first = await ran(company, connection, true);
  const found = await listed(company, first);
  const candidateOf = (sourceId: string) =>
    found.find((one) => one.sourceId === sourceId)?.candidates.map(({ hubspotId }) => hubspotId);
  expect([candidateOf(byPhone.id), candidateOf(byName.id)]).toEqual([[ids[0]], [ids[1]]]);

  const paramsOf = (sourceId: string) => ({ id: String(first.id), kind: 'contact', sourceId });
  const answer = (sourceId: string, body: DuplicateAnswer) =>
    session.call(answerDuplicate, { params: paramsOf(sourceId), body });
  await answer(byPhone.id, { decision: 'same', hubspotId: ids[0] ?? '' });
  await answer(byName.id, { decision: 'different' });
  const asked = async () => {
    const again = await listed(company, await ran(company, connection, true));
    return again.map(({ sourceId }) => sourceId).filter((id) => id === byPhone.id || id === byName.id);
  };
  expect(await asked()).toEqual([]);
  await session.call(takeBackAnswer, { params: paramsOf(byName.id) });
  expect(await asked()).toEqual([byName.id]);

  const copied = await ran(company, connection, false);
  expect(copied).toMatchObject({ status: 'completed', updatedCount: 1, errorCount: 0 });
  const inHubspot = (await control.targetContacts(portalId)).filter(
    ({ properties }) => properties['acculynx_contact_id'] === byPhone.id,
  );
  expect(inHubspot.map(({ id }) => id)).toEqual([ids[0]]);
  expect(await session.call(takeBackAnswer, { params: paramsOf(byPhone.id) })).toEqual({
    linkedBy: copied.id,
  });
}, 120_000);
