import type { CallsByUse, Connection, DayUse, LimitUse, Quota } from '@ridgeline/contracts';
import { readConnectionUse, type ConnectionUse } from '@ridgeline/governed-vendors';
import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import type { ReadUse } from '@ridgeline/redis';
import type { ConnectionService } from '../connections/connection-service.ts';
import { findSharedAccounts } from './shared-account-store.postgres.ts';

/** How the limits of a connection are used. Throws `connection.not_found`. */
export type ReadQuota = (companyId: string, connectionId: number) => Promise<Quota>;

/** A connection's use is read at most once in this time, however many users look at it. */
const rememberedMs = 1_000;

interface QuotaParts {
  readonly db: Database;
  readonly connections: Pick<ConnectionService, 'get' | 'secrets'>;
  readonly readUse: ReadUse;
}

/** Reads quotas; users who ask within the same second get the same answer. */
export function quotaReader({ db, connections, readUse }: QuotaParts): ReadQuota {
  const read: ReadQuota = async (companyId, id) => {
    const [connection, secrets, shared] = await Promise.all([
      connections.get(companyId, id),
      connections.secrets(companyId, id),
      db.forSystem((tx) => findSharedAccounts(tx, id)),
    ]);
    const use = await readConnectionUse(readUse, secrets).catch((cause: unknown) => {
      throw new AppError('server.unavailable', { details: { dependency: 'redis' }, cause });
    });
    return {
      acculynx: limitUseOf(use.acculynx, shared.acculynx),
      hubspot: limitUseOf(use.hubspot, shared.hubspot),
      hubspotDay: dayUseOf(use.hubspot, connection),
    };
  };

  const asked = new Map<string, Promise<Quota>>();
  return (companyId, id) => {
    const key = JSON.stringify([companyId, id]);
    const known = asked.get(key);
    if (known) return known;
    const answer = read(companyId, id);
    asked.set(key, answer);
    setTimeout(() => asked.delete(key), rememberedMs).unref();
    return answer;
  };
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());
const sum = (calls: CallsByUse): number => Object.values(calls).reduce((total, one) => total + one, 0);

/** Where another company may use the same credential, only the totals are shown. */
const limitUseOf = (
  { limit, windowMs, used, waiting, freesAt, blockedUntil }: ConnectionUse['acculynx'],
  isShared: boolean,
): LimitUse => ({
  limit,
  windowMs,
  used: sum(used),
  usedBy: isShared ? null : used,
  waiting: sum(waiting),
  waitingBy: isShared ? null : waiting,
  freesAt: iso(freesAt),
  blockedUntil: iso(blockedUntil),
});

const dayMs = 86_400_000;

/** A report from an earlier day of the portal says nothing about today. */
function dayUseOf(
  { day, now, reservedUntil }: ConnectionUse['hubspot'],
  { portalUtcOffsetMilliseconds: offset }: Pick<Connection, 'portalUtcOffsetMilliseconds'>,
): DayUse | null {
  if (!day) return null;
  const midnight = offset === null ? null : Math.floor((now + offset) / dayMs) * dayMs - offset;
  if (day.at < (midnight ?? now - dayMs)) return null;
  return {
    limit: day.limit,
    used: Math.max(0, day.limit - day.remaining),
    at: new Date(day.at).toISOString(),
    freesAt: midnight === null ? null : iso(midnight + dayMs),
    reserved: reservedUntil !== null,
  };
}
