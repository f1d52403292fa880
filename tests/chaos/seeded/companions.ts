import type { Migration } from '@ridgeline/contracts';
import { compareAssociations, type AssociationSides } from '@ridgeline/testkit';
import { doubledRecords } from './violations.ts';

/** What was copied with jobs, by which their migration is checked in addition to its own records. */
export interface Companions extends AssociationSides {
  readonly migration: Migration;
  /** How many contacts were in HubSpot before the run. */
  readonly contactsBefore: number;
  /** Whether the run has certainly counted all associations of these jobs. */
  readonly countsAll: boolean;
}

/**
 * Every difference between the contacts and associations copied with jobs and what the simulators hold, in words. Deals
 * whose job was added and removed during the run cannot be compared; then the sums are not compared with the summary
 * either.
 */
export function companionProblems({ migration, contactsBefore, countsAll, ...sides }: Companions): string[] {
  const known = new Set(sides.jobs.map(({ id }) => id));
  const deals = sides.deals.filter(({ properties }) => known.has(properties['acculynx_job_id'] ?? ''));
  const dealIds = new Set(deals.map(({ id }) => id));
  const associations = sides.associations.filter(({ fromId }) => dealIds.has(fromId));
  const compared = compareAssociations({ ...sides, deals, associations });
  const { contact, job_contact: pairs } = migration.reconciliation?.alongside ?? {};
  const created = sides.contacts.length - contactsBefore;
  const comparable = countsAll && deals.length === sides.deals.length;
  const made = (pairs?.created ?? 0) + (pairs?.unchanged ?? 0);
  const completed = migration.status === 'completed';
  return [
    ...doubledRecords(sides.contacts, 'acculynx_contact_id'),
    ...(created === (contact?.created ?? 0)
      ? []
      : [`${String(created)} contacts came along, the account says ${String(contact?.created ?? 0)}`]),
    ...compared.wrong.slice(0, 3),
    ...(comparable && made !== compared.present
      ? [`${String(compared.present)} associations are there, the account says ${String(made)}`]
      : []),
    ...(completed && compared.missing.length > (pairs?.failed ?? 0)
      ? [`${String(compared.missing.length)} associations are lost: ${compared.missing[0] ?? ''}`]
      : []),
    ...(completed && comparable && compared.withoutContact !== (pairs?.skipped ?? 0)
      ? [
          `${String(compared.withoutContact)} contacts of jobs are not in HubSpot, the account says ${String(pairs?.skipped ?? 0)}`,
        ]
      : []),
  ];
}
