import { expect } from '@jest/globals';
import { eventually, newTestCompany, stackOfTests, type TestCompany } from '@ridgeline/testkit';
import type { Recorder } from './recorder.ts';

const size = { contacts: 6, jobs: 0 };

/** Gives the company contacts that are the same each time, one of which HubSpot knows and one of which it rejects. */
async function arrange(recorder: Recorder, { control, credentials, portalId }: TestCompany): Promise<void> {
  const { acculynxApiKey, hubspotPat: hubspotToken, companyId } = credentials;
  const name = 'Brazos Roofing';
  await control.register({ companyId, name, acculynxApiKey, hubspotToken, ...size, seed: 29 });
  const contacts = await control.sourceContacts(companyId);
  const known = contacts.find(({ phoneNumbers }) => phoneNumbers.length === 1);
  const rejected = contacts.find(({ id, emailAddresses }) => id !== known?.id && emailAddresses.length === 1);
  const [phone] = known?.phoneNumbers ?? [];
  const [email] = rejected?.emailAddresses ?? [];
  if (!phone || !email) throw new Error('The company has too few contacts');
  const [id = ''] = await control.putTargets(portalId, 'contacts', [
    { firstname: 'Known', phone: phone.number },
  ]);
  // The ids of a portal's records begin with digits of its own.
  recorder.rename(id.slice(0, 6), '100200');
  await control.addFault({
    vendor: 'hubspot',
    companyId,
    effect: { kind: 'refuse-records', emails: [email.address.toLowerCase()], property: 'email' },
  });
}

/** Waits until HubSpot's search returns the contact that it knows, which takes a while after the contact's creation. */
async function untilFound({ credentials }: TestCompany): Promise<void> {
  const headers = {
    authorization: `Bearer ${credentials.hubspotPat}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ filterGroups: [], properties: [], sorts: [], limit: 1, after: '0' });
  await eventually(
    async () => {
      const url = `${stackOfTests().simulators.hubspot}/crm/objects/2026-03/contacts/search`;
      const response = await fetch(url, { method: 'POST', headers, body });
      expect(await response.json()).toMatchObject({ total: 1 });
    },
    { what: "HubSpot's search to show the contact" },
  );
}

/** The company of the examples. */
export async function exampleCompany(recorder: Recorder): Promise<TestCompany> {
  const company = await newTestCompany(stackOfTests(), size);
  recorder.rename(company.email, 'dana@brazos-roofing.example');
  recorder.rename(company.user.companyId, 'co_brazos');
  recorder.rename(String(company.portalId), '48210001');
  await arrange(recorder, company);
  await untilFound(company);
  return company;
}
