import {
  migratedJobs,
  type AssociationSides,
  type TargetAssociation,
  type TargetRecord,
} from '@ridgeline/testkit';
import { factsOf, type Fact } from './past-facts.ts';

/** What existed before a run, and what users had done to it. */
export interface Before {
  readonly facts: readonly Fact[];
  /** Associations that existed before the run, which removes none of them. */
  readonly pairs: readonly TargetAssociation[];
  /** Jobs deleted during the run, which may or may not have read them. */
  readonly deletedJobs: readonly string[];
}

/**
 * The sides as they would be without a past: a merged contact is replaced by the one it was merged into, deals that belong
 * to no job (any more) are left out, and so are associations that existed before and that no job names. If an association
 * was added later than others of its deal, because users changed something, the order says nothing: the primary contact
 * counts as the first.
 */
export function sidesAfterPast(
  { jobs, deals, contacts: found, associations }: AssociationSides,
  { facts, pairs, deletedJobs }: Before,
): AssociationSides {
  // A migration of jobs finds a contact by its link, even if users changed the contact's id.
  const cleared = new Map(
    factsOf(facts, 'cleared').flatMap(({ object, id, sourceId }) =>
      object === 'contacts' ? [[id, sourceId] as const] : [],
    ),
  );
  const contacts = found.map(({ properties, ...contact }): TargetRecord => {
    const sourceId = properties['acculynx_contact_id'] ?? cleared.get(contact.id) ?? null;
    return { ...contact, properties: { ...properties, acculynx_contact_id: sourceId } };
  });
  const standIns = new Map([
    ...factsOf(facts, 'merged').flatMap(({ object, sourceId, into }) =>
      object === 'contacts' ? [[sourceId, into] as const] : [],
    ),
    ...factsOf(facts, 'retyped').flatMap(({ object, sourceId, typed }) =>
      object === 'contacts' ? [[sourceId, typed] as const] : [],
    ),
  ]);
  const present = new Set(contacts.map(({ properties }) => properties['acculynx_contact_id'] ?? ''));
  const isGone = new Set(deletedJobs);
  const named = migratedJobs(jobs)
    .filter(({ id }) => !isGone.has(id))
    .map((job) => ({
      ...job,
      contacts: job.contacts.map((contact) => ({
        ...contact,
        contactId: present.has(contact.contactId)
          ? contact.contactId
          : (standIns.get(contact.contactId) ?? contact.contactId),
      })),
    }));

  const contactIds = new Map(contacts.map(({ id, properties }) => [properties['acculynx_contact_id'], id]));
  const wanted = new Map(
    named.map((job) => [job.id, job.contacts.map(({ contactId }) => contactIds.get(contactId))]),
  );
  const kept = deals.filter(({ properties }) => wanted.has(properties['acculynx_job_id'] ?? ''));
  const wantedOf = new Map(
    kept.map(({ id, properties }) => [id, wanted.get(properties['acculynx_job_id'] ?? '') ?? []]),
  );
  const keyOf = ({ fromId, toId }: TargetAssociation): string => `${fromId}/${toId}`;
  const early = new Set(pairs.map(keyOf));
  const changed = new Set(pairs.map(({ fromId }) => fromId));
  const ofJobs = associations.filter((pair) => {
    const contactsOfJob = wantedOf.get(pair.fromId);
    return contactsOfJob !== undefined && (contactsOfJob.includes(pair.toId) || !early.has(keyOf(pair)));
  });
  const isPrimary = ({ fromId, toId }: TargetAssociation): boolean =>
    changed.has(fromId) && wantedOf.get(fromId)?.[0] === toId;
  return {
    jobs: named,
    deals: kept,
    contacts,
    associations: ofJobs.toSorted((a, b) => Number(isPrimary(b)) - Number(isPrimary(a))),
  };
}
