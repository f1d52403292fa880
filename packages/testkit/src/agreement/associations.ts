import type { SourceJob, TargetAssociation, TargetRecord } from '../simulated-records.ts';
import { bySourceId } from './presence.ts';

/** What both vendors hold about the associations of jobs with contacts. */
export interface AssociationSides {
  readonly jobs: readonly SourceJob[];
  readonly deals: readonly TargetRecord[];
  readonly contacts: readonly TargetRecord[];
  /** From deals to contacts; those of a deal in order of creation. */
  readonly associations: readonly TargetAssociation[];
}

/** The actual associations of deals with contacts, compared with the expected ones. */
export interface ComparedAssociations {
  /** Associations that exist and should exist. */
  readonly present: number;
  /** Contacts of jobs that are not in HubSpot, so that their deals lack them. */
  readonly withoutContact: number;
  /** In words, each. */
  readonly missing: readonly string[];
  /** Associations that no job has, or that are there twice, and deals whose primary contact is not the first one. */
  readonly wrong: readonly string[];
}

/**
 * Compares the contacts of jobs with the associations of their deals: each contact that is in HubSpot is associated once,
 * the primary one first, and no other one is. It is independent of the code that migrated.
 */
export function compareAssociations({
  jobs,
  deals,
  contacts,
  associations,
}: AssociationSides): ComparedAssociations {
  const [dealsByJob, contactsBySource] = [
    bySourceId(deals, 'acculynx_job_id'),
    bySourceId(contacts, 'acculynx_contact_id'),
  ];
  const actual = Map.groupBy(associations, ({ fromId }) => fromId);
  const compared = jobs.flatMap((job) => {
    const [deal] = dealsByJob.get(job.id) ?? [];
    if (!deal) return [];
    const wanted = job.contacts.map(({ contactId }) => contactsBySource.get(contactId)?.[0]?.id ?? null);
    const found = (actual.get(deal.id) ?? []).map(({ toId }) => toId);
    return [{ deal: deal.id, ...comparedDeal(wanted, found) }];
  });
  const known = new Set(compared.map(({ deal }) => deal));
  return {
    present: sum(compared.map(({ present }) => present)),
    withoutContact: sum(compared.map(({ withoutContact }) => withoutContact)),
    missing: compared.flatMap(({ deal, missing }) => missing.map((id) => `deal ${deal} lacks contact ${id}`)),
    wrong: [
      ...compared.flatMap(({ deal, wrong }) => wrong.map((text) => `deal ${deal} ${text}`)),
      ...[...actual.keys()]
        .filter((deal) => !known.has(deal))
        .map((deal) => `deal ${deal} has contacts but no job`),
    ],
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** One deal: its job's contacts as HubSpot ids, null for a missing one, and the contacts that it has. */
function comparedDeal(wanted: readonly (string | null)[], found: readonly string[]) {
  const ids = new Set(wanted.filter((id) => id !== null));
  const [primary] = wanted;
  const late = primary && found.includes(primary) && found[0] !== primary;
  return {
    present: found.filter((id, place) => ids.has(id) && found.indexOf(id) === place).length,
    withoutContact: wanted.filter((id) => id === null).length,
    missing: [...ids].filter((id) => !found.includes(id)),
    wrong: [
      ...found.filter((id) => !ids.has(id)).map((id) => `has contact ${id}, which its job does not name`),
      ...found
        .filter((id, place) => found.indexOf(id) !== place)
        .map((id) => `has contact ${id} more than once`),
      ...(late ? [`does not have its primary contact ${primary} first`] : []),
    ],
  };
}
