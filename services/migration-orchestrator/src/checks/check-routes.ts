import {
  exportCheckCsv,
  listCheckDifferences,
  listChecks,
  startCheck,
  type CheckDifference,
} from '@ridgeline/contracts';
import { auditRefusals } from '@ridgeline/events';
import { outboxWriter } from '@ridgeline/kafka';
import { bindForUser, clientOrigin, rowPages, type Router } from '@ridgeline/kit';
import { sendCsv, type CsvRow } from '@ridgeline/kit/service';
import type { Database, Tx } from '@ridgeline/postgres';
import type { LongReads } from '../long-reads/long-reads.ts';
import type { NoteExport } from '../long-reads/note-export.ts';
import { requireMigration } from '../migration-state/migration-row.postgres.ts';
import { checksOf, requireCheck, requireChecked } from './check-store.postgres.ts';
import { differenceCells, differenceColumns } from './difference-cells.ts';
import { differencesOf } from './difference-store.postgres.ts';
import { checkableRecords, startCheckFor } from './start-check.ts';

/** Differences that an export reads per query. */
const exportLimit = 1_000;

/** Dependencies; users' requests wait for their company's turn. */
export interface CheckParts {
  readonly db: Database;
  readonly reads: LongReads;
  readonly noteExport: NoteExport;
  readonly turns: { readonly take: <T>(companyId: string, work: () => Promise<T>) => Promise<T> };
}

/** The portal of the company's migration that this check belongs to. Throws `migration.not_found`. */
async function portalOf(tx: Tx, companyId: string, { id, check }: { id: number; check: number }) {
  const portal = await requireMigration(tx, companyId, id);
  await requireCheck(tx, id, check);
  return portal;
}

/** The checks of the migrations of the signed-in user's company, and what they found. */
export function bindCheckRoutes(router: Router, { db, reads, noteExport, turns }: CheckParts): void {
  bindForUser(router, startCheck, ({ user, params: { id }, body: { whole }, req }) => {
    const by = { user, origin: clientOrigin(req.headers) };
    const audited = { action: 'migration-checked', by, what: `#${String(id)}` } as const;
    return turns.take(user.companyId, () =>
      auditRefusals(outboxWriter(db), audited, () =>
        db.forCompany(user.companyId, (tx) => startCheckFor(tx, by, { id, whole })),
      ),
    );
  });

  bindForUser(router, listChecks, ({ user: { companyId }, params: { id } }) =>
    db.forCompany(companyId, async (tx) => {
      const migration = await requireChecked(tx, companyId, id);
      const written = await checkableRecords(tx, migration);
      return { checks: await checksOf(tx, id), written, startedBy: migration.startedBy };
    }),
  );

  bindForUser(router, listCheckDifferences, ({ user: { companyId }, params, query: { after = 0, size } }) =>
    db.forCompany(companyId, async (tx) => {
      await portalOf(tx, companyId, params);
      const limit = Number(size);
      const found = await differencesOf(tx, { check: params.check, after, limit: limit + 1 });
      return { differences: found.slice(0, limit), hasMore: found.length > limit };
    }),
  );

  bindForUser(router, exportCheckCsv, async ({ params, user, req, res }) => {
    const { companyId } = user;
    const name = `migration-${params.id}-check-${params.check}.csv`;
    const portal = await reads.begin(companyId, (tx) => portalOf(tx, companyId, params));
    await noteExport({ user, origin: clientOrigin(req.headers) }, name);
    const pages = rowPages<CheckDifference>(exportLimit, (last) =>
      reads.goOn(companyId, (tx) =>
        differencesOf(tx, { check: params.check, after: last?.id ?? 0, limit: exportLimit }),
      ),
    );
    async function* rows(): AsyncGenerator<CsvRow> {
      for await (const page of pages) for (const one of page) yield differenceCells(one, portal);
    }
    await sendCsv(res, { name, columns: differenceColumns, rows: rows() });
    return {};
  });
}
