import type { Migration, Tally } from '@ridgeline/contracts';

type Counts = Pick<Tally, 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed'>;

const none: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

const inWords = ({ created, updated, unchanged, skipped, failed }: Counts): string =>
  `created=${created} updated=${updated} unchanged=${unchanged} skipped=${skipped} failed=${failed}`;

const associations = ({ created, unchanged, skipped, failed }: Counts): string =>
  `made=${created} present=${unchanged} skipped=${skipped} failed=${failed}`;

/** The account of a migration: a line of its own records, and for jobs one of each kind that came along. */
export function accountLines({ migrationType, reconciliation }: Migration): string[] {
  const own = `source=${reconciliation?.source ?? 0} ${inWords(reconciliation ?? none)}`;
  if (migrationType === 'contacts') return [`RECONCILED ${own}`];
  const { contact = none, job_contact = none } = reconciliation?.alongside ?? {};
  return [
    `RECONCILED deals ${own}`,
    `RECONCILED associations ${associations(job_contact)}`,
    `RECONCILED contacts ${inWords(contact)}`,
  ];
}
