import {
  exportOutcomesCsv,
  exportOutcomesNdjson,
  type LinkedPortal,
  type RecordOutcome,
} from '@ridgeline/contracts';
import { bindForUser, clientOrigin, rowPages, type Actor, type Router } from '@ridgeline/kit';
import { sendCsv, sendNdjson, type CsvRow } from '@ridgeline/kit/service';
import type { LongReads } from '../long-reads/long-reads.ts';
import type { NoteExport } from '../long-reads/note-export.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { outcomeCells, outcomeColumns as columns } from './outcome-cells.ts';
import { outcomesOf, type OutcomeFilter } from './outcome-query.postgres.ts';

/** Outcomes read per query. */
const limit = 1_000;

/** The migration whose outcomes are exported, and the filter. */
interface OutcomeExport {
  readonly companyId: string;
  readonly migrationId: number;
  readonly filter: OutcomeFilter;
}

type OutcomePages = AsyncIterable<readonly RecordOutcome[]>;

function outcomePages(reads: LongReads, { companyId, migrationId, filter }: OutcomeExport): OutcomePages {
  return rowPages<RecordOutcome>(limit, (last) =>
    reads.goOn(companyId, (tx) => outcomesOf(tx, { ...filter, migrationId, after: last ?? null, limit })),
  );
}

async function* cellsOf(pages: OutcomePages, portal: LinkedPortal): AsyncGenerator<CsvRow> {
  for await (const outcomes of pages) for (const outcome of outcomes) yield outcomeCells(outcome, portal);
}

async function* linesOf(pages: OutcomePages): AsyncGenerator<string> {
  for await (const outcomes of pages)
    yield outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
}

/** The outcomes of a migration's records, as files. */
export function bindOutcomeRoutes(
  router: Router,
  { reads, noteExport }: { readonly reads: LongReads; readonly noteExport: NoteExport },
): void {
  /** Pages of a migration of the company, and the portal that it wrote to. */
  const openExport = async (by: Actor, name: string, wanted: OutcomeExport) => {
    const { companyId, migrationId } = wanted;
    const portal = await reads.begin(companyId, (tx) => requireMigration(tx, companyId, migrationId));
    await noteExport(by, name);
    return { pages: outcomePages(reads, wanted), portal };
  };

  bindForUser(router, exportOutcomesCsv, async ({ params: { id }, query: filter, user, req, res }) => {
    const name = `migration-${id}-outcomes.csv`;
    const by = { user, origin: clientOrigin(req.headers) };
    const { pages, portal } = await openExport(by, name, { ...user, migrationId: id, filter });
    await sendCsv(res, { name, columns, rows: cellsOf(pages, portal) });
    return {};
  });

  bindForUser(router, exportOutcomesNdjson, async ({ params: { id }, query: filter, user, req, res }) => {
    const name = `migration-${id}-outcomes.ndjson`;
    const by = { user, origin: clientOrigin(req.headers) };
    const { pages } = await openExport(by, name, { ...user, migrationId: id, filter });
    await sendNdjson(res, { name, parts: linesOf(pages) });
    return {};
  });
}
