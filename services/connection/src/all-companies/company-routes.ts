import { connectionPageSize, listAllConnections, listCompanies } from '@ridgeline/contracts';
import { describeConnections, matchCompanies } from '@ridgeline/contracts/internal';
import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import { bindForService, bindForUser, viewAsCompany, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import {
  companyOfConnection,
  connectionsOfAll,
  describedConnections,
  findCompanies,
  matchingCompanies,
} from './company-store.postgres.ts';

/** What administrators see of the connections of all companies. */
export function bindCompanyRoutes(router: Router, db: Database): void {
  bindForUser(router, listCompanies, async ({ query }) => ({
    companies: await db.forSystem((tx) => findCompanies(tx, query)),
  }));
  bindForUser(router, listAllConnections, async ({ query }) => ({
    ...(await db.forSystem((tx) => connectionsOfAll(tx, query))),
    pageSize: connectionPageSize,
  }));
  viewAsCompany(router, '/api/connections', {
    companyOf: (id) => db.forSystem((tx) => companyOfConnection(tx, id)),
    onView: (by, id, companyId) =>
      db.forSystem((tx) =>
        addToOutbox(
          tx,
          auditEvent({
            ...{ action: 'company-viewed', result: 'done', by: by.user, origin: by.origin },
            detail: `connection #${String(id)} of company ${companyId}`,
          }),
        ),
      ),
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
