import {
  findSyncOpenValues,
  findSyncReferences,
  findWaitingRecords,
  noteCreatedRecords,
  noteExistingRecords,
  resolveSyncIdentities,
  storeSyncPlan,
} from '@ridgeline/contracts/internal';
import { bindForService, type Router } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { countedPage } from '../plans/batch-store.postgres.ts';
import { openValuesOf } from '../plans/deferred-value-store.postgres.ts';
import { resolveIdentities } from '../plans/identity-store.postgres.ts';
import { storeUnlessTaken } from '../plans/plan-routes.ts';
import { storePlan } from '../plans/plan-store.postgres.ts';
import { noteCreated } from '../sync-state/created-records.postgres.ts';
import { notedReferences } from '../plans/noted-references.ts';
import { inviteWaiting, othersWaiting } from '../sync-state/waiting-value-store.postgres.ts';
import { fenceRound } from './fenced-round.postgres.ts';
import { noteExisting, waitingRecords } from './round-store.postgres.ts';
import { syncPlanGuard } from './sync-plan-guard.ts';

interface OfRound {
  readonly id: number;
  readonly round: number;
}

/**
 * Workers' calls about the batches of a round before they write them: the same as for a migration's run, but on the tables of
 * auto-sync.
 */
export function bindSyncLedgerRoutes(router: Router, db: Database): void {
  const held = ({ id, round }: OfRound, epoch: number) => ({ syncId: id, round, epoch });

  bindForService(router, resolveSyncIdentities, ({ params, body: { epoch, kind, records } }) =>
    db.forSystem(async (tx) => {
      const round = await fenceRound(tx, held(params, epoch), 'read');
      const identities = await resolveIdentities(tx, round, kind, records);
      const others = await othersWaiting(tx, round, kind, records);
      return {
        records: identities.map((identity, index) => ({
          ...identity,
          keyTakenBy: identity.keyTakenBy ?? others[index] ?? null,
        })),
      };
    }),
  );

  bindForService(router, storeSyncPlan, ({ params, body: { epoch, readAt, readLater = {}, ...plan } }) =>
    storeUnlessTaken(db, async (tx) => {
      const round = await fenceRound(tx, held(params, epoch), 'write');
      const read = readAt === undefined ? round.takenAt : new Date(readAt);
      const later = new Map(Object.entries(readLater).map(([sourceId, at]) => [sourceId, new Date(at)]));
      const guard = syncPlanGuard(tx, round, { readAt: read, later });
      return storePlan(tx, round, { epoch, plan: { ...plan, batch: params.batch }, readAt: read, guard });
    }),
  );

  bindForService(router, findSyncOpenValues, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const round = await fenceRound(tx, held(params, epoch), 'write');
      if (after === 0) await inviteWaiting(tx, round, kind);
      const { items: values, ...page } = await countedPage(tx, round, openValuesOf(kind), after);
      return { ...page, values };
    }),
  );

  bindForService(router, findSyncReferences, ({ params, body: { epoch, kind, after } }) =>
    db.forSystem(async (tx) => {
      const round = await fenceRound(tx, held(params, epoch), 'read');
      const { connectionId } = round;
      const { items: references, ...page } = await notedReferences(tx, round, { connectionId, kind, after });
      return { ...page, references };
    }),
  );

  bindForService(router, findWaitingRecords, ({ params, body: { epoch } }) =>
    db.forSystem(async (tx) => {
      const { id } = await fenceRound(tx, held(params, epoch), 'read');
      return { sourceIds: await waitingRecords(tx, id) };
    }),
  );

  bindForService(router, noteExistingRecords, ({ params, body: { epoch, ...existing } }) =>
    db.forSystem(async (tx) => {
      const { id, connectionId, kind } = await fenceRound(tx, held(params, epoch), 'write');
      await noteExisting(tx, { round: id, connection_id: connectionId, kind }, existing);
      return {};
    }),
  );

  bindForService(router, noteCreatedRecords, ({ params, body: { epoch, ...created } }) =>
    db.forSystem(async (tx) => {
      const { id, connectionId, kind } = await fenceRound(tx, held(params, epoch), 'write');
      await noteCreated(tx, { round: id, connection_id: connectionId, kind }, created);
      return {};
    }),
  );
}
