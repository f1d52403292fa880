import {
  plain,
  type AssociationSides,
  type SourceContact,
  type TargetAssociation,
  type TargetRecord,
} from '@ridgeline/testkit';
import type { SyncFacts } from './sync-facts.ts';

type Name = string | null | undefined;

/**
 * Differences that are not problems: HubSpot's merge gives a record the names that it lacks, and a value that AccuLynx does
 * not have is never cleared.
 */
export function namesByMerge(
  contacts: readonly SourceContact[],
  bySource: ReadonlyMap<string, TargetRecord>,
  merged: SyncFacts['merged'],
): string[] {
  const sources = new Map(contacts.map((contact) => [contact.id, contact]));
  return merged.flatMap(({ sourceId, into }) => {
    const [loser, winner] = [sources.get(sourceId), sources.get(into)];
    const { firstname, lastname } = bySource.get(into)?.properties ?? {};
    const isGiven = (name: Name, lacked: Name, given: readonly Name[]): boolean =>
      plain(lacked) === '' && given.some((one) => plain(one) === plain(name));
    return [
      ...(isGiven(firstname, winner?.firstName, [loser?.firstName])
        ? [`${into} has another first name`]
        : []),
      // A contact without a name has its company's.
      ...(isGiven(lastname, winner?.lastName, [loser?.lastName, loser?.companyName])
        ? [`${into} has another last name`]
        : []),
    ];
  });
}

/**
 * If users merged the primary contact of a deal, the order of its associations says nothing: that contact counts as the
 * first.
 */
export function mergedPrimariesFirst(
  { jobs, deals, contacts, associations }: AssociationSides,
  merged: SyncFacts['merged'],
): TargetAssociation[] {
  const winners = new Set(merged.map(({ into }) => into));
  const primaries = new Map(jobs.map((job) => [job.id, job.contacts[0]?.contactId]));
  const jobOf = new Map(deals.map(({ id, properties }) => [id, properties['acculynx_job_id'] ?? '']));
  const personOf = new Map(
    contacts.map(({ id, properties }) => [id, properties['acculynx_contact_id'] ?? '']),
  );
  const isMergedPrimary = ({ fromId, toId }: TargetAssociation): boolean => {
    const person = personOf.get(toId) ?? '';
    return winners.has(person) && primaries.get(jobOf.get(fromId) ?? '') === person;
  };
  return associations.toSorted((a, b) => Number(isMergedPrimary(b)) - Number(isMergedPrimary(a)));
}
