import type { Migration } from '@ridgeline/contracts';
import type { SimulatorControl } from '../simulator-control.ts';
import type { SourceJob, SourceListName, TargetRecord } from '../simulated-records.ts';
import { compareAssociations } from './associations.ts';
import { differences } from './contacts.ts';
import { dealDifferences, migratedJobs } from './deals.ts';

/** A completed migration of all records, and where its records are. */
export interface CompletedMigration {
  readonly control: SimulatorControl;
  readonly companyId: string;
  readonly portalId: number;
  /** The portal's, by its IANA name. */
  readonly timeZone: string;
  readonly migration: Migration;
  /** For jobs: the earlier migration that copied the contacts; null when there was none. */
  readonly contactsBefore?: Migration | null;
}

/**
 * Compares both simulators, record by record, and the migration's totals with them, after a migration into a portal that
 * was empty before the first one. Returns every difference in words; none means agreement.
 */
export async function migrationDifferences(completed: CompletedMigration): Promise<string[]> {
  const { migrationType } = completed.migration;
  const compare = comparisons.get(migrationType);
  if (!compare) throw new Error(`Nothing compares ${migrationType}`);
  return compare(completed);
}

const comparers: Readonly<Record<SourceListName, (completed: CompletedMigration) => Promise<string[]>>> = {
  contacts: async ({ control, companyId, portalId, migration }) => {
    const source = await control.sourceContacts(companyId);
    return [
      ...accountDifferences(migration, source.length),
      ...differences(source, await control.targetContacts(portalId), missingIn(migration)),
    ];
  },

  jobs: async (completed) => {
    const { control, companyId, portalId, migration, timeZone } = completed;
    const jobs = migratedJobs(await control.sourceJobs(companyId));
    const [deals, contacts, associations] = await Promise.all([
      control.targetDeals(portalId),
      control.targetContacts(portalId),
      control.targetAssociations(portalId, 'deals', 'contacts'),
    ]);
    const bound = compareAssociations({ jobs, deals, contacts, associations });
    const pairs = migration.reconciliation?.alongside['job_contact'];
    return [
      ...accountDifferences(migration, jobs.length),
      ...dealDifferences(jobs, deals, { timeZone, ...missingIn(migration) }),
      ...(await contactDifferences(completed, jobs, contacts)),
      ...bound.wrong,
      ...(bound.missing.length === (pairs?.failed ?? 0) ? [] : bound.missing),
      ...unequal('associations', (pairs?.created ?? 0) + (pairs?.unchanged ?? 0), bound.present),
      ...unequal("jobs' contacts outside HubSpot", pairs?.skipped ?? 0, bound.withoutContact),
    ];
  },
};

const comparisons = new Map<string, (typeof comparers)[SourceListName]>(Object.entries(comparers));

/** HubSpot should hold all contacts that an earlier migration copied, or else those that the jobs name. */
async function contactDifferences(
  { control, companyId, migration, contactsBefore }: CompletedMigration,
  jobs: readonly SourceJob[],
  target: readonly TargetRecord[],
): Promise<string[]> {
  const source = await control.sourceContacts(companyId);
  if (contactsBefore) return differences(source, target, missingIn(contactsBefore));
  const named = new Set(jobs.flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId)));
  const { skipped = 0, failed = 0 } = migration.reconciliation?.alongside['contact'] ?? {};
  return differences(
    source.filter(({ id }) => named.has(id)),
    target,
    { skipped, failed },
  );
}

const missingIn = ({ skipCount, errorCount }: Migration) => ({ skipped: skipCount, failed: errorCount });

function accountDifferences({ reconciliation }: Migration, source: number): string[] {
  return [
    ...unequal('the difference of the account', reconciliation?.difference ?? Number.NaN, 0),
    ...unequal('source records', reconciliation?.source ?? Number.NaN, source),
  ];
}

const unequal = (what: string, told: number, counted: number): string[] =>
  told === counted ? [] : [`${what}: the account says ${told}, the simulators say ${counted}`];
