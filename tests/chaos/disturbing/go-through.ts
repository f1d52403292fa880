import { cancelMigration } from '@ridgeline/contracts';
import type { Product } from '@ridgeline/devstack';
import type { SourceListName, TestCompany } from '@ridgeline/testkit';
import { disturb } from './disturb.ts';
import type { Way } from './disturbance.ts';
import { untilSettled, untilShare, type WatchedMigration } from './watched-migration.ts';

/**
 * Applies the planned disturbances to a migration of this list; returns the last request before AccuLynx' list last
 * changed, or 0.
 */
export async function passThrough(
  product: Product,
  watched: WatchedMigration & { readonly list: SourceListName },
  { disturbances, cancelAt }: Way,
): Promise<number> {
  const { company, id, list } = watched;
  let shiftedAfter = 0;
  for (const { at, disturbance } of disturbances) {
    await untilShare(watched, Math.min(at, cancelAt ?? 1));
    await disturb({ product, company, migrationId: id, list }, disturbance);
    if (disturbance.kind === 'shift-source') shiftedAfter = (await requestsOf(company)).at(-1)?.number ?? 0;
  }
  if (cancelAt !== null) {
    await untilShare(watched, cancelAt);
    // It may have ended by now.
    await company.session.call(cancelMigration, { params: { id: String(id) } }).catch(() => undefined);
  }
  return shiftedAfter;
}

const requestsOf = ({ control, user }: TestCompany) => control.requests(user.companyId);

/** The same until the migration has ended; returns how it ended. Faults that affected nothing yet remain. */
export async function goThrough(
  product: Product,
  watched: WatchedMigration & { readonly list: SourceListName },
  way: Way,
) {
  await passThrough(product, watched, way);
  return untilSettled(product, watched);
}
