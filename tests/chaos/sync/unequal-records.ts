import type { TargetRecord } from '@ridgeline/testkit';
import type { SyncEvidence } from './sync-model.ts';

/** How a record that auto-sync must copy is in HubSpot, where it is not as in AccuLynx. */
export type Inequality = 'absent' | 'older';

/** Names a record as findings do. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

const numberOf = (text: string | null | undefined): string => /~(\d+)\s*$/.exec(text ?? '')?.[1] ?? '0';
const momentOf = (text: string | null | undefined): string => String(Date.parse(text ?? ''));

/** What was copied of a record last: its number, and of a job the moment of its change, which ends a change without a number. */
const shownOf = {
  contact: ({ properties }: TargetRecord): string => numberOf(properties['acculynx_cross_reference']),
  job: ({ properties }: TargetRecord): string =>
    `${numberOf(properties['dealname'])} ${momentOf(properties['acculynx_modified_at'])}`,
};

/**
 * The records that are linked, new or in HubSpot already, and there not as AccuLynx has them. A contact that people merged has no
 * record of its own to tell by.
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

/** Contacts that are not in HubSpot and that a job brings which is not as in AccuLynx: they come with the job or by a sweep. */
export function mayBeBrought(
  { jobs }: Pick<SyncEvidence, 'jobs'>,
  unequal: ReadonlyMap<string, Inequality>,
): Set<string> {
  const named = jobs
    .filter(({ id }) => unequal.has(keyOf('job', id)))
    .flatMap(({ contacts }) => contacts.map(({ contactId }) => keyOf('contact', contactId)));
  return new Set(named.filter((key) => unequal.get(key) === 'absent'));
}
