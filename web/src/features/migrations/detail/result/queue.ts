import type { Migration } from '@ridgeline/contracts';
import { isPaused } from '../../running-migrations.ts';

/** Migrations to the same portal run one after another, whichever connection they use. */
const sharesPortal = (one: Migration, other: Migration): boolean =>
  one.hubSpotPortalId === null
    ? one.connectionId === other.connectionId
    : one.hubSpotPortalId === other.hubSpotPortalId;

/**
 * The company's migration that a queued one waits for: one that has begun at its portal, even if paused, else the one
 * queued just before it. Null if there is none.
 */
export function holderOf(queued: Migration, migrations: readonly Migration[]): Migration | null {
  const others = migrations.filter((one) => one.id !== queued.id && sharesPortal(queued, one));
  const begun = others.find(({ status }) => status === 'running');
  if (begun) return begun;
  return others
    .filter((one) => one.status === 'queued' && !isPaused(one) && one.id < queued.id)
    .reduce<Migration | null>((last, one) => (last && last.id > one.id ? last : one), null);
}
