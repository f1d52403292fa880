import type { Migration } from '@ridgeline/contracts';
import { isPaused } from '../../running-migrations.ts';

/** Migrations to one portal, of whatever connection, run one after another. */
const sharesPortal = (one: Migration, other: Migration): boolean =>
  one.hubSpotPortalId === null
    ? one.connectionId === other.connectionId
    : one.hubSpotPortalId === other.hubSpotPortalId;

/**
 * The migration of the company that a queued one waits for: what has begun at its portal, also when it is paused, else the
 * last that is queued before it. Null where none of these is.
 */
export function holderOf(queued: Migration, migrations: readonly Migration[]): Migration | null {
  const others = migrations.filter((one) => one.id !== queued.id && sharesPortal(queued, one));
  const begun = others.find(({ status }) => status === 'running');
  if (begun) return begun;
  return others
    .filter((one) => one.status === 'queued' && !isPaused(one) && one.id < queued.id)
    .reduce<Migration | null>((last, one) => (last && last.id > one.id ? last : one), null);
}
