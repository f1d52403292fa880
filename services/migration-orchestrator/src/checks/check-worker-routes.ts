import { reportReadBack, takeWrittenPage } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { takeReadBack, takeWritten } from './read-back.ts';

/** Workers' calls about checks of migrations; their leases are those of sweeps. */
export function bindCheckWorkerRoutes(router: Router, { db }: { readonly db: Database }): void {
  bindForService(router, takeWrittenPage, ({ params, body: { epoch } }) =>
    db.forSystem((tx) => takeWritten(tx, { checkId: params.id, epoch })),
  );
  bindForService(router, reportReadBack, async ({ params, body: { epoch, ...page } }) => {
    await db.forSystem((tx) => takeReadBack(tx, { checkId: params.id, epoch }, page));
    return {};
  });
}
