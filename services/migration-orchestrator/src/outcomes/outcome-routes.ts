import {
  exportOutcomesCsv,
  exportOutcomesNdjson,
  type Migration,
  type RecordOutcome,
} from '@ridgeline/contracts';
import { bindForUser, rowPages, type Router } from '@ridgeline/kit';
import { sendCsv, sendNdjson, type CsvRow } from '@ridgeline/kit/service';
import type { LongReads } from '../long-reads/long-reads.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { outcomeCells, outcomeColumns as columns } from './outcome-cells.ts';
import { outcomesOf, type OutcomeFilter } from './outcome-query.postgres.ts';

/** Outcomes that are read at once. */
const limit = 1_000;

/** Whose outcomes are exported, and which of them. */
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

async function* cellsOf(
  pages: OutcomePages,
  portal: Pick<Migration, 'hubSpotPortalId'>,
): AsyncGenerator<CsvRow> {
  for await (const outcomes of pages) for (const outcome of outcomes) yield outcomeCells(outcome, portal);
}

async function* linesOf(pages: OutcomePages): AsyncGenerator<string> {
  for await (const outcomes of pages)
    yield outcomes.map((outcome) => `${JSON.stringify(outcome)}\n`).join('');
}

/** What became of each record of a migration, as files. */
export function bindOutcomeRoutes(router: Router, { reads }: { readonly reads: LongReads }): void {
  /** The pages of a migration that is the company's, and the portal that it wrote to. */
  const openExport = async (wanted: OutcomeExport) => {
    const { companyId, migrationId } = wanted;
    const portal = await reads.begin(companyId, (tx) => requireMigration(tx, companyId, migrationId));
    return { pages: outcomePages(reads, wanted), portal };
  };

  bindForUser(
    router,
    exportOutcomesCsv,
    async ({ params: { id }, query: filter, user: { companyId }, res }) => {
      const { pages, portal } = await openExport({ companyId, migrationId: id, filter });
      const rows = cellsOf(pages, portal);
      await sendCsv(res, { name: `migration-${id}-outcomes.csv`, columns, rows });
      return {};
    },
  );

  bindForUser(
    router,
    exportOutcomesNdjson,
    async ({ params: { id }, query: filter, user: { companyId }, res }) => {
      const { pages } = await openExport({ companyId, migrationId: id, filter });
      const parts = linesOf(pages);
      await sendNdjson(res, { name: `migration-${id}-outcomes.ndjson`, parts });
      return {};
    },
  );
}
