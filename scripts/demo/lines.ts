import type { Migration, Tally } from '@ridgeline/contracts';

type Counts = Pick<Tally, 'created' | 'updated' | 'unchanged' | 'skipped' | 'failed'>;

const none: Counts = { created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };

const inWords = ({ created, updated, unchanged, skipped, failed }: Counts): string =>
  `created=${created} updated=${updated} unchanged=${unchanged} skipped=${skipped} failed=${failed}`;

/** The account of a migration's own records; `what` names them where there are others. */
export function accountLine({ reconciliation }: Migration, what = ''): string {
  return `RECONCILED ${what}source=${reconciliation?.source ?? 0} ${inWords(reconciliation ?? none)}`;
}

/** The account of the contacts that came along with jobs. */
export const contactsLine = (tally: Counts = none): string => `RECONCILED contacts ${inWords(tally)}`;

/** The account of the associations of deals with contacts. */
export const associationsLine = ({ created, unchanged, skipped, failed }: Counts = none): string =>
  `RECONCILED associations made=${created} present=${unchanged} skipped=${skipped} failed=${failed}`;
