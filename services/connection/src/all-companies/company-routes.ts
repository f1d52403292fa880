import { connectionPageSize, listAllConnections, listCompanies } from '@ridgeline/contracts';
import { describeConnections, matchCompanies } from '@ridgeline/contracts/internal';
import { auditViews } from '@ridgeline/events';
import { outboxWriter } from '@ridgeline/kafka';
import { bindForService, bindForUser, clientOrigin, viewAsCompany, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import {
  companyOfConnection,
  connectionsOfAll,
  describedConnections,
  findCompanies,
  matchingCompanies,
} from './company-store.postgres.ts';

/** The connections of all companies, for administrators. Must be bound before the routes by id. */
export function bindCompanyRoutes(router: Router, db: Database): void {
  const note = auditViews(outboxWriter(db));
  // Names alone need no audit line: the list that shows them has one.
  bindForUser(router, listCompanies, async ({ query }) => ({
    companies: await db.forSystem((tx) => findCompanies(tx, query)),
  }));
  bindForUser(router, listAllConnections, async ({ user, req, query }) => {
    const detail = 'connections of all companies';
    await note({ user, origin: clientOrigin(req.headers) }, { about: detail, detail });
    const found = await db.forSystem((tx) => connectionsOfAll(tx, query));
    return { ...found, pageSize: connectionPageSize };
  });
  viewAsCompany(router, '/api/connections', {
    companyOf: (id) => db.forSystem((tx) => companyOfConnection(tx, id)),
    onView: (by, id, companyId) =>
      note(by, {
        about: `company ${companyId}`,
        detail: `connection #${String(id)} of company ${companyId}`,
      }),
  });
}

/** What other services ask about the connections of all companies. */
export function bindInternalCompanyRoutes(router: Router, db: Database): void {
  bindForService(router, matchCompanies, async ({ body }) => ({
    companyIds: await db.forSystem((tx) => matchingCompanies(tx, body.search)),
  }));
  bindForService(router, describeConnections, async ({ body }) => ({
    connections: await db.forSystem((tx) => describedConnections(tx, body.ids)),
  }));
}
