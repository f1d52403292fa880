import type { Connection, ConnectionChange, ConnectionDetail } from '@ridgeline/contracts';
import { addToOutbox } from '@ridgeline/kafka';
import { auditEvent } from '@ridgeline/events';
import { AppError, type Actor } from '@ridgeline/kit';
import { hashOfRequest, type Database, type Tx } from '@ridgeline/postgres';
import { addChangeEvent, tellChange } from '../connections/connection-changes.postgres.ts';
import type { ColumnValues } from '../connections/connection-fields.ts';
import {
  findConnection,
  findSavedBy,
  updateConnection,
  type ConnectionKey,
} from '../connections/connection-store.postgres.ts';
import { sealSecrets } from '../secrets/sealed-secrets.ts';
import { deleteSecrets, insertSecrets } from '../secrets/secret-store.postgres.ts';
import type { PreparedSubscription } from '../subscriptions/subscription-order.ts';
import type { ConnectionEdit } from './connection-edit.ts';
import type { SaveParts } from './save-parts.ts';

/** An edit that both vendors have accepted. */
export interface ProvenEdit {
  readonly by: Actor;
  /** The connection as it was read. */
  readonly before: Connection;
  /** The company that owns the connection from now on. */
  readonly companyId: string;
  readonly edit: ConnectionEdit;
  readonly values: ColumnValues;
  readonly subscription: PreparedSubscription | null;
}

/**
 * Stores an edit in one transaction. Throws `connection.changed_meanwhile` when the connection is not any more what was
 * read, and `connection.not_found` when it is gone.
 */
export function storeEdit(
  { db, masterKeys }: Pick<SaveParts, 'db' | 'masterKeys'>,
  { by, before, companyId, edit, values, subscription }: ProvenEdit,
): Promise<ConnectionDetail> {
  const { id: connectionId, version } = before;
  const key = { companyId, connectionId };
  const isMoved = companyId !== before.companyId;

  const store = async (tx: Tx): Promise<ConnectionDetail> => {
    const isResealed = edit.changedSecrets || isMoved;
    // A data key names its connection's company, so the secrets are deleted before the company changes.
    if (isResealed) await deleteSecrets(tx, connectionId);
    const old = { companyId: before.companyId, connectionId, version };
    const saved = await updateConnection(tx, old, values);
    if (!saved)
      throw new AppError(
        (await findConnection(tx, before.companyId, connectionId))
          ? 'connection.changed_meanwhile'
          : 'connection.not_found',
      );
    if (isResealed) await insertSecrets(tx, key, sealSecrets(masterKeys, key, edit.credentials));
    await subscription?.store(tx, key);
    if (isMoved) await addChangeEvent(tx, { ...old, revision: version, deleted: true });
    await tellChange(tx, key);
    const { user, origin } = by;
    const changes = edit.changed.length > 0 ? edit.changed.join(', ') : 'nothing new';
    const moved = isMoved ? `; moved to company ${companyId}` : '';
    const detail = `"${saved.name}" (#${connectionId}): ${changes}${moved}`;
    await addToOutbox(
      tx,
      auditEvent({ action: 'connection-changed', result: 'done', by: user, origin, detail }),
    );
    return saved;
  };

  // A transaction in the scope of one company cannot see a row that moves to another.
  return isMoved ? db.forSystem(store) : db.forCompany(companyId, store);
}

/** A change that may be repeated under the same operation, because its answer was lost. */
export interface RepeatedChange {
  /** Stored with the connection to recognize a repetition; null if it cannot be recognized. */
  readonly mark: string | null;
  /** The stored connection, if this change was stored before; null otherwise. */
  saved(): Promise<ConnectionDetail | null>;
  /**
   * The same, for a repetition that ran concurrently with the first call and failed because that call had changed the
   * version. Throws the error if it has another cause.
   */
  savedDespite(error: unknown): Promise<ConnectionDetail>;
}

/**
 * Looks for the result of an earlier identical change: of the same user, with the same operation and the same content.
 * Without an operation it is never recognized.
 */
export function repeatedChange(
  db: Database,
  key: ConnectionKey,
  { userId, change }: { readonly userId: number; readonly change: ConnectionChange },
): RepeatedChange {
  const mark = change.operationId === undefined ? null : hashOfRequest({ userId, change });
  const saved = async (): Promise<ConnectionDetail | null> =>
    mark === null ? null : db.forCompany(key.companyId, (tx) => findSavedBy(tx, key, mark));
  return {
    mark,
    saved,
    async savedDespite(error) {
      const isOvertaken = error instanceof AppError && error.code === 'connection.changed_meanwhile';
      const first = isOvertaken ? await saved() : null;
      if (first === null) throw error;
      return first;
    },
  };
}
