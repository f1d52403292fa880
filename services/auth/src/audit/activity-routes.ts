import { exportActivity, listActivity as listActivityEndpoint, type Activity } from '@ridgeline/contracts';
import { bindForUser, rowPages, type Router } from '@ridgeline/kit';
import { sendCsv, type CsvRow } from '@ridgeline/kit/service';
import type { Database } from '@ridgeline/postgres';
import { listActivity, type ActivityFilter } from './activity-store.postgres.ts';
import type { AdministratorReads } from './audited-requests.ts';

/** The header of the export. */
const csvColumns = [
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
function csvCells(activity: Activity): CsvRow {
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

/** Entries read per query for an export. */
const exportPage = 1_000;

/** Every line that fits. */
async function* allCells(db: Database, filter: ActivityFilter): AsyncGenerator<CsvRow> {
  const pages = rowPages<Activity>(exportPage, (last) =>
    db.forSystem((tx) => listActivity(tx, { ...filter, before: last?.id, limit: exportPage })),
  );
  for await (const page of pages) yield* page.map(csvCells);
}

/** The audit trail, for administrators only: in pages, and as a CSV file of what is filtered. */
export function bindActivityRoutes(
  router: Router,
  { reading, reads }: { readonly reading: Database; readonly reads: AdministratorReads },
): void {
  bindForUser(router, listActivityEndpoint, async ({ query, user, req }) => {
    await reads.looks('activity-read', user, req);
    const found = await reading.forSystem((tx) => listActivity(tx, { ...query, limit: query.limit + 1 }));
    const entries = found.slice(0, query.limit);
    return { entries, next: found.length > query.limit ? (entries.at(-1)?.id ?? null) : null };
  });

  bindForUser(router, exportActivity, async ({ query, user, req, res }) => {
    await reads.takes('activity-exported', user, req);
    const name = `ridgeline-activity-${new Date().toISOString().slice(0, 10)}.csv`;
    await sendCsv(res, { name, columns: csvColumns, rows: allCells(reading, query) });
    return {};
  });
}
