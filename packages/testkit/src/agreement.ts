import type { SourceContact, TargetRecord } from './simulated-records.ts';

/**
 * Compares what AccuLynx holds with what HubSpot holds after a migration of all contacts, record by record, by rules of
 * its own: it knows nothing of the code that migrated. Answers every difference in words; none means agreement.
 */
export function differences(
  source: readonly SourceContact[],
  target: readonly TargetRecord[],
  expected: { readonly skipped: number; readonly failed: number } = { skipped: 0, failed: 0 },
): string[] {
  const bySource = Map.groupBy(target, ({ properties }) => properties['acculynx_contact_id'] ?? '');
  const missing = source.filter(({ id }) => !bySource.has(id));
  return [
    ...(missing.length === expected.skipped + expected.failed
      ? []
      : [`${missing.length} contacts are missing in HubSpot, for example ${missing[0]?.id ?? 'none'}`]),
    ...source.flatMap((contact) => differencesOf(contact, bySource.get(contact.id) ?? [])),
    ...strangers(source, bySource),
    ...repeatedEmails(target),
    ...lostEmails(source, target, new Set(missing.map(({ id }) => id))),
  ];
}

const plain = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim();

const addressesOf = (contact: SourceContact): string[] =>
  contact.emailAddresses.map(({ address }) => address.trim().toLowerCase());

function differencesOf(contact: SourceContact, records: readonly TargetRecord[]): string[] {
  const [record, ...doubles] = records;
  if (!record) return [];
  const { firstname, lastname, email } = record.properties;
  const nameless = plain(contact.firstName) === '' && plain(contact.lastName) === '';
  const lastName = nameless && plain(lastname) !== '' ? contact.companyName : contact.lastName;
  const problems = [
    doubles.length > 0 && `is ${records.length} times in HubSpot`,
    record.created !== 1 && `was created ${record.created} times`,
    plain(firstname) !== plain(contact.firstName) && 'has another first name',
    plain(lastname) !== plain(lastName) && 'has another last name',
    email && !addressesOf(contact).includes(email) && 'has an e-mail that is not its own',
  ];
  return problems
    .filter((problem) => typeof problem === 'string')
    .map((problem) => `${contact.id} ${problem}`);
}

function strangers(source: readonly SourceContact[], bySource: ReadonlyMap<string, unknown>): string[] {
  const known = new Set(source.map(({ id }) => id));
  return [...bySource.keys()]
    .filter((id) => id !== '' && !known.has(id))
    .map((id) => `${id} is in HubSpot but not in AccuLynx`);
}

function repeatedEmails(target: readonly TargetRecord[]): string[] {
  const byEmail = Map.groupBy(
    target.filter(({ properties }) => properties['email']),
    ({ properties }) => properties['email']?.toLowerCase(),
  );
  return [...byEmail]
    .filter(([, those]) => those.length > 1)
    .map(([email]) => `${email ?? ''} is there twice`);
}

const ordinaryAddress = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|net|org)$/;

function lostEmails(
  source: readonly SourceContact[],
  target: readonly TargetRecord[],
  missing: ReadonlySet<string>,
): string[] {
  const arrived = new Set(target.map(({ properties }) => properties['email']?.toLowerCase()));
  return source
    .filter(({ id }) => !missing.has(id))
    .flatMap(({ emailAddresses }) => emailAddresses.filter(({ primary }) => primary))
    .map(({ address }) => address.trim().toLowerCase())
    .filter((address) => ordinaryAddress.test(address) && !arrived.has(address))
    .map((address) => `${address} is nowhere in HubSpot`);
}
