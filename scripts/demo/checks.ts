import type { Migration, MigrationType } from '@ridgeline/contracts';
import {
  compareAssociations,
  dealDifferences,
  differences,
  migratedJobs,
  type SimulatorControl,
  type SourceContact,
  type SourceJob,
} from '@ridgeline/testkit';
import { accountLine, associationsLine, contactsLine } from './lines.ts';

/** A migration that has ended, and where its records are. */
export interface Ended {
  readonly control: SimulatorControl;
  readonly companyId: string;
  readonly portalId: number;
  readonly timeZone: string;
  readonly migration: Migration;
  /** Contacts that went over before it, in a migration of their own; null when there was none. */
  readonly contactsBefore: Migration | null;
}

/** What a comparison of both simulators came to. */
export interface Checked {
  /** Every difference, in words. */
  readonly differences: readonly string[];
  /** The accounts, each a line. */
  readonly lines: readonly string[];
}

/** Compares both simulators, record by record, after a migration of a type. */
export const checks: Readonly<Record<MigrationType, (ended: Ended) => Promise<Checked>>> = {
  contacts: async ({ control, companyId, portalId, migration }) => {
    const source = await control.sourceContacts(companyId);
    const target = await control.targetContacts(portalId);
    const missing = { skipped: migration.skipCount, failed: migration.errorCount };
    return {
      differences: [...sumProblems(migration, source.length), ...differences(source, target, missing)],
      lines: [accountLine(migration)],
    };
  },

  jobs: async (ended) => {
    const { control, companyId, portalId, migration, timeZone } = ended;
    const jobs = migratedJobs(await control.sourceJobs(companyId));
    const [deals, contacts, associations] = await Promise.all([
      control.targetDeals(portalId),
      control.targetContacts(portalId),
      control.targetAssociations(portalId, 'deals', 'contacts'),
    ]);
    const missing = { skipped: migration.skipCount, failed: migration.errorCount };
    const { contact, job_contact } = migration.reconciliation?.alongside ?? {};
    const bound = compareAssociations({ jobs, deals, contacts, associations });
    const made = (job_contact?.created ?? 0) + (job_contact?.unchanged ?? 0);
    return {
      differences: [
        ...sumProblems(migration, jobs.length),
        ...dealDifferences(jobs, deals, { timeZone, ...missing }),
        ...differences(...(await contactSides(ended, jobs, contacts))),
        ...bound.wrong,
        ...(bound.missing.length === (job_contact?.failed ?? 0) ? [] : bound.missing),
        ...unequal('associations', made, bound.present),
        ...unequal(
          'contacts of jobs without a HubSpot contact',
          job_contact?.skipped ?? 0,
          bound.withoutContact,
        ),
      ],
      lines: [accountLine(migration, 'deals '), associationsLine(job_contact), contactsLine(contact)],
    };
  },
};

/** The contacts that HubSpot is to hold after jobs: all that went before, else those that the jobs name. */
async function contactSides(
  { control, companyId, migration, contactsBefore }: Ended,
  jobs: readonly SourceJob[],
  target: Awaited<ReturnType<SimulatorControl['targetContacts']>>,
): Promise<Parameters<typeof differences>> {
  const all = await control.sourceContacts(companyId);
  if (contactsBefore)
    return [all, target, { skipped: contactsBefore.skipCount, failed: contactsBefore.errorCount }];
  const named = new Set(jobs.flatMap(({ contacts }) => contacts.map(({ contactId }) => contactId)));
  const { skipped = 0, failed = 0 } = migration.reconciliation?.alongside['contact'] ?? {};
  return [all.filter(({ id }: SourceContact) => named.has(id)), target, { skipped, failed }];
}

function sumProblems({ reconciliation }: Migration, source: number): string[] {
  return [
    ...unequal('difference of the account', reconciliation?.difference ?? NaN, 0),
    ...unequal('source records', reconciliation?.source ?? NaN, source),
  ];
}

const unequal = (what: string, told: number, counted: number): string[] =>
  told === counted ? [] : [`${what}: the account says ${told}, the simulators say ${counted}`];
