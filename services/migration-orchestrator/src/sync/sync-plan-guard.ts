import type { BatchPlan } from '@ridgeline/contracts/internal';
import type { Tx } from '@ridgeline/postgres';
import type { PlanGuard } from '../plans/plan-guard.ts';
import { KeysTaken } from '../plans/plan-store.postgres.ts';
import {
  isClaimedBySync,
  linksOf,
  noteClaims,
  plannedByRoundsSince,
} from '../sync-state/claim-store.postgres.ts';
import {
  isClaimedByMigration,
  plannedByMigrationSince,
  settledByMigrations,
} from '../sync-state/migration-claims.postgres.ts';
import { coverRead } from '../sync-state/due-list.postgres.ts';
import { givenKey, portalClaims, sourceClaim, type PortalClaim } from '../sync-state/plan-claims.ts';
import { leaveValues, noteWaiting, othersWaiting } from '../sync-state/waiting-value-store.postgres.ts';
import type { FencedRound } from './fenced-round.postgres.ts';

/**
 * Throws `KeysTaken` if another record waits for a value that the plan gives to one of its records: it may have begun to wait
 * after the plan's keys were checked, and the follow-up pass decides (ADR 74, 8).
 */
async function leaveToSettlePass(
  tx: Tx,
  round: FencedRound,
  { kind, pass, records }: Pick<BatchPlan, 'kind' | 'pass' | 'records'>,
): Promise<void> {
  if (pass !== 'records') return;
  const given = records.flatMap((record) => {
    const key = givenKey(record);
    return key === null ? [] : [{ sourceId: record.sourceId, key }];
  });
  if (given.length === 0) return;
  const others = await othersWaiting(tx, round, kind, given);
  const taken = given.flatMap((one, place) => {
    const takenBy = others[place];
    return takenBy ? [{ ...one, kind: 'key' as const, takenBy }] : [];
  });
  if (taken.length > 0) throw new KeysTaken(taken);
}

const nameOf = ({ claim, key }: PortalClaim): string => `${claim} ${key}`;

/** When a plan's records were read: a time before the first of them, and the times of those that were read later. */
interface ReadTimes {
  readonly readAt: Date;
  readonly later: ReadonlyMap<string, Date>;
}

/**
 * For a sync's plans: keeps them apart from those of its other rounds and of the portal's migrations, and makes their claims
 * visible to these.
 */
export function syncPlanGuard(tx: Tx, round: FencedRound, { readAt, later }: ReadTimes): PlanGuard {
  const { syncId, connectionId, company_id: companyId, portal_queue: portalQueue } = round;
  const readOf = ({ records }: Pick<BatchPlan, 'records'>) =>
    records.map(({ sourceId }) => ({ sourceId, readAt: later.get(sourceId) ?? readAt }));
  return {
    async barrierOf(plan, verdict) {
      const about = { portalQueue, kind: plan.kind, companyId };
      const rounds = { syncId, kind: plan.kind, exceptRound: round.id, companyId };
      const claims = portalClaims(plan, companyId);
      const inUse = { inUse: true, inUseBy: 'migration', outdated: [] } as const;
      if (await isClaimedBySync(tx, rounds, claims)) return { ...inUse, inUseBy: 'sync' };
      if (await isClaimedByMigration(tx, about, claims)) return inUse;
      const settled = await settledByMigrations(tx, about, readAt);
      const wanted = new Set(claims.map(nameOf));
      const clashes = settled.filter(({ claims: theirs }) => theirs.some((one) => wanted.has(nameOf(one))));
      if (clashes.some(({ unfinished }) => unfinished)) return inUse;
      if (verdict === 'amend') return null;
      await leaveToSettlePass(tx, round, plan);
      const moved = new Set(clashes.flatMap(({ claims: theirs }) => theirs.map(nameOf)));
      const sourceIds = plan.records.map(({ sourceId }) => sourceId);
      const read = readOf(plan);
      const planned = new Set([
        ...(await plannedByRoundsSince(tx, rounds, read)),
        ...(await plannedByMigrationSince(tx, about, read)),
      ]);
      const outdated = sourceIds.filter(
        (sourceId) => planned.has(sourceId) || moved.has(nameOf(sourceClaim(companyId, sourceId))),
      );
      if (outdated.length === 0) return null;
      if (plan.pass === 'settle')
        await leaveValues(tx, { ...round, connection: { connectionId, companyId } }, plan.kind, outdated);
      return { inUse: false, outdated: await linksOf(tx, round, plan.kind, outdated) };
    },
    async stored(plan) {
      const key = { syncId, round: round.id, batch: plan.batch };
      await noteClaims(tx, key, round, plan.kind, portalClaims(plan, companyId));
      await noteWaiting(tx, { syncId, connectionId }, plan);
      if (plan.pass === 'records') await coverRead(tx, { round: round.id, kind: plan.kind }, readOf(plan));
    },
  };
}
