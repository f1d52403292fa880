import { ApiError, type ApiClient } from '@ridgeline/contracts';
import { getSyncedConnection, type SyncedConnection } from '@ridgeline/contracts/internal';
import type { ConnectionChangedSchema } from '@ridgeline/events';
import type { EventHandler } from '@ridgeline/kafka';
import { AppError } from '@ridgeline/kit';
import type { Database, Tx } from '@ridgeline/postgres';
import { restoreList } from '../sync-state/kept-list.postgres.ts';
import { countLinked } from '../sync-state/linked-count.postgres.ts';
import { beginAnew, catchUp } from '../sync-state/resumed-switch.postgres.ts';
import { forgetSomeFormer, forgetSomeSwept } from '../sync-state/source-states.postgres.ts';
import { planSweeps } from '../sync-state/sweep-plan.postgres.ts';
import { notedKinds } from './round-service.ts';
import {
  deleteSyncConnection,
  leavePortal,
  lockSyncConnection,
  recountList,
  storeSyncConnection,
  switchOff,
  type KeptConnection,
  type SyncConnectionRow,
} from './sync-connection-store.postgres.ts';
import { syncedKinds } from '../sync-state/synced-kinds.ts';

/** The Kafka group of the consumer of connections' changes. */
export const connectionGroup = 'migration-orchestrator.connections';

/** Finds a connection with its switches; null when the company has none of this id. */
export type SyncedConnectionLookup = (
  connectionId: number,
  companyId: string,
) => Promise<SyncedConnection | null>;

/**
 * Asks the connection service; one of the release before sends no switches. Throws `server.unavailable` when it does
 * not answer as it should.
 */
export const syncedConnectionLookup =
  (client: ApiClient): SyncedConnectionLookup =>
  async (connectionId, companyId) => {
    try {
      return await client(getSyncedConnection, {
        params: { id: String(connectionId) },
        query: { companyId },
      });
    } catch (error) {
      const absent: readonly string[] = ['connection.not_found', 'request.not_found'];
      if (error instanceof ApiError && absent.includes(error.code ?? '')) return null;
      throw new AppError('server.unavailable', { details: { dependency: 'connection' }, cause: error });
    }
  };

/** A connection in the form to store; unset options of a kind have their defaults, as in a migration. */
export function keptConnection(connection: SyncedConnection, revision: number): KeptConnection {
  const { id, companyId, hubSpotPortalId, autoSyncSince, autoSyncResume, acculynxStatus, hubspotStatus } =
    connection;
  const perKind = <T>(value: (kind: (typeof syncedKinds)[number]) => T) =>
    Object.fromEntries(syncedKinds.map((kind) => [kind.kind, value(kind)]));
  return {
    connectionId: id,
    companyId,
    portalId: hubSpotPortalId,
    revision,
    usable: acculynxStatus === 'valid' && hubspotStatus === 'valid',
    getsEvents: connection.customEventProcessorUrl === null,
    since: perKind(({ migrationType }) => autoSyncSince[migrationType] ?? null),
    resume: perKind(({ migrationType }) => autoSyncResume[migrationType] ?? null),
    options: perKind(({ type }) => type.options.parse({ ...type.optionDefaults, ...connection })),
  };
}

/**
 * Stores a connection's current state. The list of a kind that was switched off waits until it is on again; if the connection
 * leads to another portal, the list is copied there. A connection whose auto-sync was never on is not stored. Throws the
 * database's errors.
 */
export async function keepConnection(tx: Tx, kept: KeptConnection): Promise<void> {
  const known = await lockSyncConnection(tx, kept.connectionId);
  if (!known && Object.values(kept.since).every((since) => since === null)) return;
  if (known && known.revision > kept.revision) return;
  if (known && known.company_id !== kept.companyId) await deleteSyncConnection(tx, kept.connectionId);
  else if (known) await keepSwitchedOff(tx, known, kept);
  const syncId = await storeSyncConnection(tx, kept);
  if (known?.company_id === kept.companyId) await resumeSwitchedOn(tx, known, kept);
  if (known && known.sync_id !== syncId) await leavePortal(tx, kept.connectionId);
  await planSweeps(tx, kept.connectionId);
  for (const [kind, since] of Object.entries(kept.since))
    if (since !== null && since !== known?.since[kind])
      await countLinked(tx, { connectionId: kept.connectionId, kind });
  await restoreList(tx, kept.connectionId);
  await recountList(tx, kept.connectionId, notedKinds);
}

async function keepSwitchedOff(tx: Tx, known: SyncConnectionRow, kept: KeptConnection): Promise<void> {
  for (const [kind, since] of Object.entries(known.since))
    if (since !== null && kept.since[kind] !== since) await switchOff(tx, known.connection_id, kind);
}

/** Applies the choice for kinds that were on before, once per switch: a repeated event finds it already applied. */
async function resumeSwitchedOn(tx: Tx, known: SyncConnectionRow, kept: KeptConnection): Promise<void> {
  for (const [kind, since] of Object.entries(kept.since)) {
    const wasOn = Boolean(known.since[kind]) || known.formerly_on[kind] !== undefined;
    if (since === null || since === known.since[kind] || !wasOn) continue;
    if (kept.resume[kind] === 'catch_up') await catchUp(tx, known.connection_id, kind);
    if (kept.resume[kind] === 'from_now') await beginAnew(tx, known.connection_id, kind);
  }
}

/**
 * Follows the connections' switches, portals and deletions. Safe to repeat: the stored state is always the connection
 * service's current one.
 */
export function followConnections(parts: {
  readonly db: Database;
  readonly find: SyncedConnectionLookup;
  readonly onChange: (connectionId: number) => void;
}): EventHandler<typeof ConnectionChangedSchema> {
  const { db, find, onChange } = parts;
  return async ({ value: { connectionId, companyId, revision, deleted } }) => {
    const connection = deleted ? null : await find(connectionId, companyId);
    await db.forSystem(async (tx) => {
      if (connection) await keepConnection(tx, keptConnection(connection, revision));
      else if (await lockSyncConnection(tx, connectionId)) await deleteSyncConnection(tx, connectionId);
    });
    // Even if auto-sync was never on: migrations store states too.
    await forgetInSteps(db, connectionId, connection ? forgetSomeFormer : forgetSomeSwept);
    onChange(connectionId);
    return { verdict: 'done' };
  };
}

const rowsPerStep = 5_000;

async function forgetInSteps(
  db: Database,
  connectionId: number,
  forgetSome: typeof forgetSomeSwept,
): Promise<void> {
  while ((await db.forSystem((tx) => forgetSome(tx, connectionId, rowsPerStep))) > 0);
}
