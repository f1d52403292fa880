import {
  allMigrationsLimit,
  attentionOfCompanies,
  listAllMigrations,
  type AnswerOf,
  type Endpoint,
  type ValidInput,
} from '@ridgeline/contracts';
import { auditViews } from '@ridgeline/events';
import { outboxWriter } from '@ridgeline/kafka';
import {
  bindForUser,
  clientOrigin,
  viewAsCompany,
  type Actor,
  type Router,
  type UserCall,
} from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { toMigration } from '../migration-state/migration-row.postgres.ts';
import { companyOfMigration, endsToReview, maxAttention, newestOfAll } from './all-migrations.postgres.ts';
import type { CompanyDirectory } from './company-directory.ts';
import { syncsToReview } from './syncs-to-review.postgres.ts';

interface CompanyRouteParts {
  readonly db: Database;
  readonly companies: CompanyDirectory;
}

/** Migrations and auto-sync of all companies, for administrators. Must be bound before the routes by id. */
export function bindCompanyRoutes(router: Router, { db, companies }: CompanyRouteParts): void {
  const note = auditViews(outboxWriter(db));
  const noteList = ({ user, req }: Pick<UserCall<Endpoint>, 'user' | 'req'>) => {
    const detail = 'migrations of all companies';
    return note({ user, origin: clientOrigin(req.headers) }, { about: detail, detail });
  };
  bindForUser(router, listAllMigrations, async (call) => {
    await noteList(call);
    return listAll({ db, companies }, call.query);
  });
  bindForUser(router, attentionOfCompanies, async (call) => {
    await noteList(call);
    return attention({ db, companies });
  });

  const onView = (what: string) => (by: Actor, id: number, companyId: string) =>
    note(by, { about: `company ${companyId}`, detail: `${what} #${String(id)} of company ${companyId}` });
  viewAsCompany(router, '/api/migrations', {
    companyOf: (id) => db.forSystem((tx) => companyOfMigration(tx, id)),
    onView: onView('migration'),
  });
  viewAsCompany(router, '/api/syncs', {
    companyOf: async (id) => (await companies.describe([id])).get(id)?.companyId,
    onView: onView('auto-sync of connection'),
  });
}

type Wanted = ValidInput<typeof listAllMigrations>['query'];

async function listAll(
  { db, companies }: CompanyRouteParts,
  { search = '', company, ...filter }: Wanted,
): Promise<AnswerOf<typeof listAllMigrations>> {
  const number = /^#?([1-9]\d{0,8})$/.exec(search)?.[1];
  const fitting = search === '' ? null : await companies.match(search);
  const wanted = company === undefined ? fitting : [company].filter((id) => fitting?.includes(id) ?? true);
  const rows = await db.forSystem((tx) =>
    newestOfAll(tx, {
      ...filter,
      companies: wanted,
      number: number === undefined || company !== undefined ? null : Number(number),
    }),
  );
  const migrations = rows.slice(0, allMigrationsLimit).map(toMigration);
  const last = rows.length > allMigrationsLimit ? migrations.at(-1) : undefined;
  return { migrations, next: last?.id ?? null };
}

/** Migrations and syncs that need attention, without those of deleted connections. */
async function attention({
  db,
  companies,
}: CompanyRouteParts): Promise<AnswerOf<typeof attentionOfCompanies>> {
  const { ends, late } = await db.forSystem(async (tx) => ({
    ends: (await endsToReview(tx)).map(toMigration),
    late: await syncsToReview(tx),
  }));
  const known = await companies.describe([...ends, ...late].map(({ connectionId }) => connectionId));
  const named = new Map([...known.values()].map(({ companyId, name }) => [companyId, name]));
  return {
    migrations: ends.slice(0, maxAttention).filter(({ connectionId }) => known.has(connectionId)),
    syncs: late.slice(0, maxAttention).flatMap((sync) => {
      const of = known.get(sync.connectionId);
      return of ? [{ ...sync, connectionName: of.connectionName }] : [];
    }),
    companies: [...named].map(([companyId, name]) => ({ companyId, name })),
    more: Math.max(ends.length, late.length) > maxAttention,
  };
}
