import type { Activity } from '@ridgeline/contracts';
import { stringify, type Stringifier } from 'csv-stringify';

const columns = [
  'Time (UTC)',
  'Action',
  'Result',
  'By user ID',
  'By email',
  'Target user ID',
  'Target email',
  'Company ID',
  'Address',
  'Browser',
  'Detail',
];

/** A line of the trail as the cells of a row. */
export function csvCells(activity: Activity): (string | number | null)[] {
  const { at, action, result, actor, target, companyId, address, userAgent, detail } = activity;
  return [
    at,
    action,
    result,
    actor.id,
    actor.email,
    target?.id ?? null,
    target?.email ?? null,
    companyId,
    address,
    userAgent,
    detail,
  ];
}

/**
 * Makes CSV of rows of cells, with a header. Strangers write into the trail (e-mails they tried, names of browsers), so a
 * cell that a spreadsheet would take for a formula begins with an apostrophe instead, and every cell is quoted (OWASP, CSV
 * Injection). The byte order mark tells Excel that it is UTF-8.
 */
export function activityCsv(): Stringifier {
  return stringify({ header: true, columns, bom: true, quoted: true, escape_formulas: true });
}
