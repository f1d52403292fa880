import type { Activity } from '@ridgeline/contracts';
import type { CsvRow } from '@ridgeline/kit/service';

/** The header of the export. */
export const csvColumns = [
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
export function csvCells(activity: Activity): CsvRow {
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
