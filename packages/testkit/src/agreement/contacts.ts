import type { SourceContact, TargetRecord } from '../simulated-records.ts';
import { bySourceId, plain, presenceProblems, type ExpectedMissing } from './presence.ts';

/**
 * Compares contacts that AccuLynx holds with what HubSpot holds after a migration of them all, record by record, by rules
 * of its own: it is independent of the code that migrated. Returns every difference in words; none means agreement.
 */
export function differences(
  source: readonly SourceContact[],
  target: readonly TargetRecord[],
  expected: ExpectedMissing = { skipped: 0, failed: 0 },
): string[] {
  const bySource = bySourceId(target, 'acculynx_contact_id');
  const ids = source.map(({ id }) => id);
  return [
    ...presenceProblems(ids, bySource, { noun: 'contacts', ...expected }),
    ...source.flatMap((contact) => differencesOf(contact, bySource.get(contact.id) ?? [])),
    ...repeatedEmails(target),
    ...lostEmails(
      source.filter(({ id }) => bySource.has(id)),
      target,
    ),
  ];
}

const addressesOf = (contact: SourceContact): string[] =>
  contact.emailAddresses.map(({ address }) => address.trim().toLowerCase());

function differencesOf(contact: SourceContact, [record]: readonly TargetRecord[]): string[] {
  if (!record) return [];
  const { firstname, lastname, email } = record.properties;
  const nameless = plain(contact.firstName) === '' && plain(contact.lastName) === '';
  const lastName = nameless && plain(lastname) !== '' ? contact.companyName : contact.lastName;
  const problems = [
    plain(firstname) !== plain(contact.firstName) && 'has another first name',
    plain(lastname) !== plain(lastName) && 'has another last name',
    email && !addressesOf(contact).includes(email) && 'has an email that is not its own',
  ];
  return problems
    .filter((problem) => typeof problem === 'string')
    .map((problem) => `${contact.id} ${problem}`);
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

/** The primary addresses of these contacts that no record has. */
function lostEmails(source: readonly SourceContact[], target: readonly TargetRecord[]): string[] {
  const arrived = new Set(target.map(({ properties }) => properties['email']?.toLowerCase()));
  return source
    .flatMap(({ emailAddresses }) => emailAddresses.filter(({ primary }) => primary))
    .map(({ address }) => address.trim().toLowerCase())
    .filter((address) => ordinaryAddress.test(address) && !arrived.has(address))
    .map((address) => `${address} is nowhere in HubSpot`);
}
