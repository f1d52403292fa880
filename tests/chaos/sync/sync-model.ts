import {
  compareAssociations,
  dealDifferences,
  differences,
  type SourceContact,
  type SourceJob,
  type TargetArrivals,
  type TargetAssociation,
  type TargetRecord,
} from '@ridgeline/testkit';
import { stageByMilestone } from '../seeded/people-in-acculynx.ts';
import { sidesAfterPast } from '../seeded/sides-after-past.ts';
import { mergedPrimariesFirst, namesByMerge } from './merges.ts';
import type { SyncFacts } from './sync-facts.ts';

/** What the simulators hold of a company once nothing is due any more, and how that came about. */
export interface SyncEvidence {
  readonly contacts: readonly SourceContact[];
  readonly jobs: readonly SourceJob[];
  readonly target: { readonly contacts: readonly TargetRecord[]; readonly deals: readonly TargetRecord[] };
  readonly associations: readonly TargetAssociation[];
  readonly arrivals: {
    readonly contacts: readonly TargetArrivals[];
    readonly deals: readonly TargetArrivals[];
  };
  readonly pairsBefore: readonly TargetAssociation[];
  /** Source ids that were linked when auto-sync was switched on. */
  readonly linked: { readonly contacts: ReadonlySet<string>; readonly jobs: ReadonlySet<string> };
  /** Source ids that came after it was switched on. */
  readonly added: { readonly contacts: ReadonlySet<string>; readonly jobs: ReadonlySet<string> };
  /** Whether a migration of the company's own may have brought old records. */
  readonly mayBringOld: boolean;
  readonly facts: SyncFacts;
  /** The portal's time zone, by its IANA name. */
  readonly timeZone: string;
}

const contactId = ({ properties }: TargetRecord): string => properties['acculynx_contact_id'] ?? '';
const jobId = ({ properties }: TargetRecord): string => properties['acculynx_job_id'] ?? '';

/**
 * Every difference between HubSpot and AccuLynx, in words: linked and new records must be equal, no others may exist, none
 * twice, and no number may ever be lower than before. It shares no code with auto-sync.
 */
export function syncProblems(evidence: SyncEvidence): string[] {
  return [
    ...contactProblems(evidence),
    ...jobProblems(evidence),
    ...associationProblems(evidence),
    ...fallen(evidence.arrivals.contacts),
    ...fallen(evidence.arrivals.deals),
  ];
}

/** The records that must be in HubSpot, those that may be, and those that are there for neither reason. */
function expectedOf<Item extends { readonly id: string }>(
  source: readonly Item[],
  present: ReadonlySet<string>,
  { must, may }: { readonly must: (item: Item) => boolean; readonly may: (item: Item) => boolean },
) {
  return {
    expected: source.filter((item) => must(item) || (may(item) && present.has(item.id))),
    strangers: source.filter((item) => present.has(item.id) && !must(item) && !may(item)).map(({ id }) => id),
  };
}

const cameOver = (ids: readonly string[]): string[] =>
  ids.map((id) => `${id} came over, though it is neither linked nor new`);

const missing = (
  expected: readonly { readonly id: string }[],
  bySource: ReadonlyMap<string, unknown>,
): string[] => expected.filter(({ id }) => !bySource.has(id)).map(({ id }) => `${id} is not in HubSpot`);

function contactProblems({
  contacts,
  jobs,
  target,
  linked,
  added,
  mayBringOld,
  facts,
}: SyncEvidence): string[] {
  const merged = new Set(facts.merged.map(({ sourceId }) => sourceId));
  const deals = new Set(target.deals.map(jobId));
  const brought = new Set(
    jobs.filter(({ id }) => deals.has(id)).flatMap((job) => job.contacts.map((each) => each.contactId)),
  );
  const { expected, strangers } = expectedOf(contacts, new Set(target.contacts.map(contactId)), {
    must: ({ id }) =>
      !merged.has(id) && (linked.contacts.has(id) || added.contacts.has(id) || brought.has(id)),
    may: ({ id }) => mayBringOld && !merged.has(id),
  });
  const bySource = new Map(target.contacts.map((record) => [contactId(record), record]));
  const ids = new Set(expected.map(({ id }) => id));
  const held = target.contacts.filter((record) => ids.has(contactId(record)));
  const excused = new Set([
    ...[...facts.heldAside].map((address) => `${address} is nowhere in HubSpot`),
    ...namesByMerge(contacts, bySource, facts.merged),
  ]);
  return [
    ...cameOver(strangers),
    ...[...merged]
      .filter((id) => bySource.has(id))
      .map((id) => `${id} was made again though people merged it`),
    ...missing(expected, bySource),
    ...differences(expected, held, { skipped: missing(expected, bySource).length, failed: 0 }).filter(
      (problem) => !excused.has(problem),
    ),
    ...expected.flatMap((contact) => {
      const record = bySource.get(contact.id);
      const [actual, wanted] = [
        record?.properties['acculynx_cross_reference'] ?? '',
        contact.crossReference ?? '',
      ];
      return !record || actual === wanted ? [] : [`${contact.id} has the reference ${actual}, not ${wanted}`];
    }),
    ...emailProblems(expected, bySource, facts.heldAside),
  ];
}

const ordinary = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.(com|net|org)$/;
const addressesOf = ({ emailAddresses }: SourceContact): string[] =>
  emailAddresses.map(({ address }) => address.trim().toLowerCase());

/** A primary address that no other of these contacts has must be in that contact's record. */
function emailProblems(
  contacts: readonly SourceContact[],
  bySource: ReadonlyMap<string, TargetRecord>,
  heldAside: ReadonlySet<string>,
): string[] {
  const holders = Map.groupBy(
    contacts.flatMap((contact) =>
      [...new Set(addressesOf(contact))].map((address) => ({ address, id: contact.id })),
    ),
    ({ address }) => address,
  );
  return contacts.flatMap(({ id, emailAddresses }) => {
    const primary =
      emailAddresses
        .find((each) => each.primary)
        ?.address.trim()
        .toLowerCase() ?? '';
    const record = bySource.get(id);
    const isOwn = ordinary.test(primary) && !heldAside.has(primary) && holders.get(primary)?.length === 1;
    const actual = record?.properties['email']?.toLowerCase() ?? 'none';
    return record && isOwn && actual !== primary ? [`${id} has the email ${actual}, not ${primary}`] : [];
  });
}

function jobProblems({ jobs, target, linked, added, mayBringOld, facts, timeZone }: SyncEvidence): string[] {
  const alive = jobs.filter(({ currentMilestone }) => currentMilestone !== 'Dead');
  const { expected, strangers } = expectedOf(alive, new Set(target.deals.map(jobId)), {
    must: ({ id }) => linked.jobs.has(id) || added.jobs.has(id),
    may: () => mayBringOld,
  });
  const stages = new Map(target.deals.map((deal) => [jobId(deal), deal.properties['dealstage'] ?? 'none']));
  const ids = new Set(expected.map(({ id }) => id));
  return [
    ...cameOver(strangers),
    ...missing(expected, stages),
    ...dealDifferences(
      expected,
      target.deals.filter((deal) => ids.has(jobId(deal))),
      { timeZone, skipped: missing(expected, stages).length, failed: 0 },
    ),
    ...expected.flatMap(({ id, currentMilestone }) => {
      const [actual, wanted] = [stages.get(id), facts.moved.get(id) ?? stageByMilestone[currentMilestone]];
      return actual === undefined || wanted === undefined || actual === wanted
        ? []
        : [`${id} has the stage ${actual}, not ${wanted}`];
    }),
  ];
}

/**
 * A contact that is deleted in HubSpot leaves its deals, and no event reports that; those pairs are left out. If people
 * merged the primary contact of a deal, the order says nothing.
 */
function associationProblems({
  jobs: source,
  target,
  associations,
  pairsBefore,
  facts,
}: SyncEvidence): string[] {
  const sides = sidesAfterPast(
    { jobs: source, ...target, associations },
    { facts: facts.merged, pairs: pairsBefore, deletedJobs: [] },
  );
  const deleted = new Set(
    target.contacts.filter((record) => facts.deleted.has(contactId(record))).map(({ id }) => id),
  );
  const compared = compareAssociations({
    ...sides,
    contacts: sides.contacts.filter(({ id }) => !deleted.has(id)),
    associations: mergedPrimariesFirst(sides, facts.merged).filter(({ toId }) => !deleted.has(toId)),
  });
  return [...compared.missing, ...compared.wrong];
}

/** A record's numbers, over all HubSpot records that ever had its id, in order of arrival. */
function fallen(arrivals: readonly TargetArrivals[]): string[] {
  return [...Map.groupBy(arrivals, ({ by }) => by)].flatMap(([by, records]) => {
    const numbers = records
      .flatMap((record) => record.arrivals)
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
    const fell = numbers.find(({ number }, place) => number < (numbers[place - 1]?.number ?? 0));
    return by === null || !fell ? [] : [`the number of ${by} fell to ${String(fell.number)} at ${fell.at}`];
  });
}
