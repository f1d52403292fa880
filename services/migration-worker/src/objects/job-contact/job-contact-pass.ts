import { contactType, jobContactKind, jobType } from '@ridgeline/contracts';
import {
  isForeseenId,
  maxPlanned,
  type CountedReference,
  type PlannedRecord,
} from '@ridgeline/contracts/internal';
import { dealToContact, type AssociationType } from '@ridgeline/hubspot';
import { RunFailed } from '../../base/run-errors.ts';
import { associatedIds, type AssociatedWith } from '../../hubspot-io/associations/associated-ids.ts';
import { associationTarget, pairIn } from '../../hubspot-io/associations/association-target.ts';
import { followingMergedEnds } from '../../hubspot-io/associations/merged-ends.ts';
import { recordReader } from '../../hubspot-io/read-records.ts';
import { countedPages } from '../../object-migration/counted-pages.ts';
import type { FollowUpPass, FollowUpPassContext } from '../../object-migration/write-rules.ts';
import type { HubspotAccess } from '../../vendors/run-vendors.ts';
import { contactTarget } from '../contact/prepare/prepare-contacts.ts';
import { contactDeleted } from './job-contact-messages.ts';
import { dealToContactPath, planPairs, replanPair, withPresent } from './plan-pairs.ts';

/** What associations need to know of the portal. */
export interface JobContactOptions {
  /** The portal's label for the first contact of a deal; null where it has none. */
  readonly primaryLabel: AssociationType | null;
}

const pairProperty = jobContactKind.sourceIdProperty;

/** Associates deals with the contacts of their jobs, once all of these are written. */
export const jobContactPass: FollowUpPass<JobContactOptions> = {
  rules: {
    type: jobContactKind,
    openTarget: (hubspot) =>
      followingMergedEnds(
        associationTarget(hubspot, { direction: dealToContactPath, type: dealToContact, pairProperty }),
        {
          readerOf: (signal) => recordReader(contactTarget(hubspot), contactType, signal),
          pairProperty,
        },
      ),
    // A pair has no unique value that another one could take.
    replan: { afterRefusal: replanPair, withoutKey: (record) => record },
  },
  plans: (context, { primaryLabel }) => plannedPacks(context, primaryLabel),
  async again({ hubspot, signal }, records) {
    const deals = records.flatMap((record) =>
      record.action === 'create' ? pairIn(record.sourceId).from : [],
    );
    return withPresent(records, await presentIn(hubspot, deals, signal));
  },
};

/** All pairs in packs of HubSpot's maximum size, without those that an earlier worker planned. */
async function* plannedPacks(
  context: FollowUpPassContext,
  primaryLabel: AssociationType | null,
): AsyncGenerator<readonly PlannedRecord[]> {
  const seen = new Set<string>();
  for await (const references of referencePacks(context)) {
    const present = await presentPairs(context, references);
    const known = await lookUpContacts(context, references, present);
    const planned = planPairs({ references: known, present, primaryLabel }).filter(({ sourceId }) => {
      const isNew = !seen.has(sourceId);
      seen.add(sourceId);
      return isNew;
    });
    const fresh = await unplanned(context, planned);
    if (fresh.length > 0) yield fresh;
  }
}

/** All references of the written jobs, in groups that fit into a plan. */
async function* referencePacks(context: FollowUpPassContext): AsyncGenerator<readonly CountedReference[]> {
  const { run, ledger, signal } = context;
  const pages = countedPages(context, async (after) => {
    const { references: items, ...page } = await ledger.references(run, jobType.name, after, signal);
    return { ...page, items };
  });
  let open: CountedReference[] = [];
  for await (const page of pages) {
    open.push(...page);
    while (open.length > maxPlanned) {
      const end = wholeJobs(open);
      yield open.slice(0, end);
      open = open.slice(end);
    }
  }
  if (open.length > 0) yield open;
}

/** How many of these references, which exceed one plan, it gets: the references of a job stay together if they fit. */
function wholeJobs(references: readonly CountedReference[]): number {
  const next = references[maxPlanned]?.from.sourceId;
  const begin = references.findIndex(({ from }) => from.sourceId === next);
  return begin > 0 ? begin : maxPlanned;
}

/** The associations of the deals that this run did not create; the others have none yet. */
function presentPairs(
  { hubspot, signal }: FollowUpPassContext,
  references: readonly CountedReference[],
): Promise<ReadonlyMap<string, AssociatedWith>> {
  const ids = references.flatMap(({ from, hubspotId }) =>
    from.created || hubspotId === null ? [] : from.hubspotId,
  );
  return presentIn(hubspot, ids, signal);
}

async function presentIn(
  hubspot: HubspotAccess,
  deals: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AssociatedWith>> {
  const present = await associatedIds(hubspot, dealToContactPath, [...new Set(deals)], signal);
  if (present.outcome === 'ok') return present.value;
  throw new RunFailed(
    `HubSpot did not tell which contacts its deals are associated with (${String(present.problem.status)}).`,
  );
}

/** Without the pairs that a batch of this run already contains. */
async function unplanned(
  { run, ledger, signal }: FollowUpPassContext,
  planned: readonly PlannedRecord[],
): Promise<readonly PlannedRecord[]> {
  const questions = planned.map(({ sourceId }) => ({ sourceId, key: null }));
  const identities = await ledger.resolveIdentities(run, jobContactKind.name, questions, signal);
  const held = new Set(
    identities.flatMap(({ sourceId, seenInBatch }) => (seenInBatch === null ? [] : sourceId)),
  );
  return planned.filter(({ sourceId }) => !held.has(sourceId));
}

/**
 * References with the contacts that HubSpot has now: a merged contact is replaced with the resulting one, a deleted contact
 * with none. Only contacts that an existing deal lacks are read: such a pair is missing because it is new, or because one of
 * the two was deleted. For a new deal, HubSpot rejects a pair with such a contact, and only then is the contact read: the
 * pair follows a merge (merged-ends); a deleted contact is created by the next run. Contacts that a dry run would create are
 * not read.
 */
async function lookUpContacts(
  { hubspot, signal }: Pick<FollowUpPassContext, 'hubspot' | 'signal'>,
  references: readonly CountedReference[],
  present: ReadonlyMap<string, AssociatedWith>,
): Promise<readonly CountedReference[]> {
  const isMissing = ({ from, hubspotId }: CountedReference): boolean =>
    hubspotId !== null &&
    !isForeseenId(hubspotId) &&
    !from.created &&
    present.get(from.hubspotId)?.has(hubspotId) !== true;
  const ids = references.filter(isMissing).flatMap(({ hubspotId }) => hubspotId ?? []);
  const found = await recordReader(contactTarget(hubspot), contactType, signal).byId([...new Set(ids)]);
  return references.map((reference) => {
    if (!isMissing(reference)) return reference;
    const contact = found.get(reference.hubspotId ?? '');
    return contact
      ? { ...reference, hubspotId: contact.id }
      : { ...reference, hubspotId: null, reason: contactDeleted };
  });
}
