import type { ConnectionDetail } from '@ridgeline/contracts';
import { AppError } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';
import { findSavedBy, type ConnectionKey } from '../connections/connection-store.postgres.ts';

/** A change that may come again under its operation, because its answer was lost. */
export interface RepeatedChange {
  /** The connection as it is stored, when the change was stored before; null otherwise. */
  saved(): Promise<ConnectionDetail | null>;
  /**
   * The same for a change that came while its first call was still at work, and then found another version than it was
   * made upon. Throws the error when that is not why it failed.
   */
  savedDespite(error: unknown): Promise<ConnectionDetail>;
}

/** Looks for what became of a change. Without an operation it is never known again. */
export function repeatedChange(
  db: Database,
  key: ConnectionKey,
  operationId: string | undefined,
): RepeatedChange {
  const saved = async (): Promise<ConnectionDetail | null> =>
    operationId === undefined
      ? null
      : db.forCompany(key.companyId, (tx) => findSavedBy(tx, key, operationId));
  return {
    saved,
    async savedDespite(error) {
      const isOvertaken = error instanceof AppError && error.code === 'connection.changed_meanwhile';
      const first = isOvertaken ? await saved() : null;
      if (first === null) throw error;
      return first;
    },
  };
}
