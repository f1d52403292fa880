import { reportComparedPage, takeLinkedRecords } from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { CountCompared } from './accuracy-metrics.ts';
import { takeComparedPage, takeLinkedPage } from './compare-linked.ts';

/** Workers' calls about comparisons with HubSpot; their leases are those of sweeps. */
export function bindAccuracyRoutes(
  router: Router,
  {
    db,
    count,
    onChange,
  }: {
    readonly db: Database;
    readonly count: CountCompared;
    readonly onChange: (connectionId: number) => void;
  },
): void {
  bindForService(router, takeLinkedRecords, ({ params, body: { epoch } }) =>
    db.forSystem((tx) => takeLinkedPage(tx, { sweepId: params.id, epoch })),
  );

  bindForService(router, reportComparedPage, async ({ params, body: { epoch, ...page } }) => {
    const counted = await db.forSystem((tx) => takeComparedPage(tx, { sweepId: params.id, epoch }, page));
    if (counted) count(counted);
    if (counted && counted.differing > 0) onChange(counted.connectionId);
    return {};
  });
}
