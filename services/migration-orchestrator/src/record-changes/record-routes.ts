import {
  exportRecordsCsv,
  exportRecordsNdjson,
  listRecordChanges,
  plannedOutcomeWord,
  outcomeWord,
  recordPageSize,
  type RecordChanges,
  type RecordFilter,
} from '@ridgeline/contracts';
import { AppError, bindForUser, clientOrigin, type Actor, type Router } from '@ridgeline/kit';
import { sendCsv, sendNdjson, type CsvRow } from '@ridgeline/kit/service';
import type { LongReads } from '../long-reads/long-reads.ts';
import type { NoteExport } from '../long-reads/note-export.ts';
import { requireMigration, type FoundMigration } from '../migration-state/migration-row.postgres.ts';
import { outcomeCells, outcomeColumns } from '../outcomes/outcome-cells.ts';
import { exportedRecords, type RecordPages } from './exported-records.ts';
import { changedRecords } from './record-changes.ts';
import type { RecordPage, RecordPlace } from './record-page.postgres.ts';

const columns = [...outcomeColumns, 'Warnings', 'Property', 'HubSpot property', 'Before', 'After'];

/** The cursor of the next page, as callers return it. */
const tokenOf = ({ batch, sourceId }: RecordPlace): string => `${String(batch)}.${sourceId}`;

function placeOf(token: string | undefined): RecordPlace | null {
  if (token === undefined) return null;
  const [, batch, sourceId] = /^(\d{1,9})\.(\P{Cc}+)$/u.exec(token) ?? [];
  if (batch === undefined || sourceId === undefined)
    throw new AppError('request.invalid', { text: 'The next page is not one of this list' });
  return { batch: Number(batch), sourceId };
}

/** One row per written value; a single row for a record without any. */
function* cellsOfRecord(record: RecordChanges, { dryRun, ...portal }: FoundMigration): Generator<CsvRow> {
  const { changes, warnings, ...outcome } = record;
  const told = warnings.map(({ message }) => message).join('; ') || null;
  const cells = outcomeCells(outcome, portal, dryRun ? plannedOutcomeWord : outcomeWord);
  if (changes.length === 0) yield [...cells, told, null, null, null, null];
  for (const { label, property, before, after } of changes)
    yield [...cells, told, label, property, before, after];
}

async function* cellsOf(pages: RecordPages, migration: FoundMigration): AsyncGenerator<CsvRow> {
  for await (const page of pages) for (const { record } of page) yield* cellsOfRecord(record, migration);
}

async function* linesOf(pages: RecordPages): AsyncGenerator<string> {
  for await (const page of pages) yield page.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
}

/**
 * The outcomes, or foreseen outcomes, of a migration's records, with their values before and after: as pages, and as files.
 */
export function bindRecordRoutes(
  router: Router,
  { reads, noteExport }: { readonly reads: LongReads; readonly noteExport: NoteExport },
): void {
  bindForUser(router, listRecordChanges, ({ params: { id }, query: { after, ...filter }, user }) =>
    reads.begin(user.companyId, async (tx) => {
      const { kind } = await requireMigration(tx, user.companyId, id);
      const page: RecordPage = {
        kind,
        ...filterOf(filter),
        migrationId: id,
        after: placeOf(after),
        limit: recordPageSize + 1,
      };
      const placed = await changedRecords(tx, page);
      const records = placed.slice(0, recordPageSize);
      const last = records.at(-1);
      return {
        records: records.map(({ record }) => record),
        next: last && placed.length > records.length ? tokenOf(last.place) : null,
      };
    }),
  );

  const openExport = async (
    by: Actor,
    name: string,
    { id, filter }: { id: number; filter: RecordFilter },
  ) => {
    const { companyId } = by.user;
    const migration = await reads.begin(companyId, (tx) => requireMigration(tx, companyId, id));
    await noteExport(by, name);
    const wanted = { kind: migration.kind, ...filterOf(filter), migrationId: id };
    return { pages: exportedRecords(reads, companyId, wanted), migration };
  };

  bindForUser(router, exportRecordsCsv, async ({ params: { id }, query: filter, user, req, res }) => {
    const name = `migration-${id}-records.csv`;
    const by = { user, origin: clientOrigin(req.headers) };
    const { pages, migration } = await openExport(by, name, { id, filter });
    await sendCsv(res, { name, columns, rows: cellsOf(pages, migration) });
    return {};
  });

  bindForUser(router, exportRecordsNdjson, async ({ params: { id }, query: filter, user, req, res }) => {
    const name = `migration-${id}-records.ndjson`;
    const by = { user, origin: clientOrigin(req.headers) };
    const { pages } = await openExport(by, name, { id, filter });
    await sendNdjson(res, { name, parts: linesOf(pages) });
    return {};
  });
}

/** Omits unset filters, so that the migration's own kind applies if none is named. */
const filterOf = ({ kind, ...filter }: RecordFilter) => (kind === undefined ? filter : { ...filter, kind });
