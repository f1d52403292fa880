import type { ConnectionChange, ConnectionDetail } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import { hashOfRequest, type Database } from '@ridgeline/postgres';
import { findSavedBy, type ConnectionKey } from '../connections/connection-store.postgres.ts';

/** A change that may come again under its operation, because its answer was lost. */
export interface RepeatedChange {
  /** By what the stored connection tells it again; null for one that is never known again. */
  readonly mark: string | null;
  /** The connection as it is stored, when the change was stored before; null otherwise. */
  saved(): Promise<ConnectionDetail | null>;
  /**
   * The same for a change that came while its first call was still at work, and then found another version than it was
   * made upon. Throws the error when that is not why it failed.
   */
  savedDespite(error: unknown): Promise<ConnectionDetail>;
}

/**
 * Looks for what became of a change: the same one is the same person's, with the same operation and everything else in it.
 * Without an operation it is never known again.
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
