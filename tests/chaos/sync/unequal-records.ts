import type { TargetRecord } from '@ridgeline/testkit';
import type { SyncEvidence } from './sync-model.ts';

/** How a record that auto-sync must copy differs in HubSpot. */
export type Inequality = 'absent' | 'older';

/** Names a record as findings do. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

const numberOf = (text: string | null | undefined): string => /~(\d+)\s*$/.exec(text ?? '')?.[1] ?? '0';
const momentOf = (text: string | null | undefined): string => String(Date.parse(text ?? ''));

/**
 * What was last copied of a record: its number, and for a job also the time of its change, which follows a change without a
 * number.
 */
const shownOf = {
  contact: ({ properties }: TargetRecord): string => numberOf(properties['acculynx_cross_reference']),
  job: ({ properties }: TargetRecord): string =>
    `${numberOf(properties['dealname'])} ${momentOf(properties['acculynx_modified_at'])}`,
};

/**
 * The records that are linked, new or already in HubSpot, and that differ there from AccuLynx. Merged contacts are left
 * out: they have no record of their own.
 */
export function unequalRecords({
  contacts,
  jobs,
  target,
  linked,
  added,
  facts,
}: SyncEvidence): Map<string, Inequality> {
  const merged = new Set(facts.merged.map(({ sourceId }) => sourceId));
  const [contactShown, dealShown] = [
    shownBy(target.contacts, 'acculynx_contact_id', shownOf.contact),
    shownBy(target.deals, 'acculynx_job_id', shownOf.job),
  ];
  const isSynced = (id: string, list: 'contacts' | 'jobs', shown: ReadonlyMap<string, string>): boolean =>
    linked[list].has(id) || added[list].has(id) || shown.has(id);
  const inequality = (shown: string | undefined, wanted: string): Inequality | null =>
    shown === undefined ? 'absent' : shown === wanted ? null : 'older';
  const entries = [
    ...contacts
      .filter(({ id }) => !merged.has(id) && isSynced(id, 'contacts', contactShown))
      .map(({ id, crossReference }) => ({
        key: keyOf('contact', id),
        is: inequality(contactShown.get(id), numberOf(crossReference)),
      })),
    ...jobs
      .filter(({ id, currentMilestone }) => currentMilestone !== 'Dead' && isSynced(id, 'jobs', dealShown))
      .map(({ id, jobName, modifiedDate }) => ({
        key: keyOf('job', id),
        is: inequality(dealShown.get(id), `${numberOf(jobName)} ${momentOf(modifiedDate)}`),
      })),
  ];
  return new Map(entries.flatMap(({ key, is }) => (is === null ? [] : [[key, is] as const])));
}

const shownBy = (
  records: readonly TargetRecord[],
  property: string,
  shown: (record: TargetRecord) => string,
): ReadonlyMap<string, string> =>
  new Map(records.map((record) => [record.properties[property] ?? '', shown(record)]));

/** Contacts missing in HubSpot that belong to a job that differs: they are copied with the job or by a sweep. */
export function mayBeBrought(
  { jobs }: Pick<SyncEvidence, 'jobs'>,
  unequal: ReadonlyMap<string, Inequality>,
): Set<string> {
  const named = jobs
    .filter(({ id }) => unequal.has(keyOf('job', id)))
    .flatMap(({ contacts }) => contacts.map(({ contactId }) => keyOf('contact', contactId)));
  return new Set(named.filter((key) => unequal.get(key) === 'absent'));
}
