import type { Endpoint, Followed, Migration, NewMigration } from '@ridgeline/contracts';
import { auditEvent, auditRefusals, type AuditEvent } from '@ridgeline/events';
import { addToOutbox, outboxWriter } from '@ridgeline/kafka';
import { AppError, type Actor } from '@ridgeline/kit';
import { createOnce, type Database, type Tx } from '@ridgeline/postgres';
import type { MigrationRow } from '../migration-state/migration-row.postgres.ts';
import { commandNext } from '../migration-state/portal-queue-store.postgres.ts';
import { publishUpdate } from '../updates/update-store.postgres.ts';
import { usableConnection, type ConnectionLookup } from './connection-lookup.ts';
import { findMigration, insertMigration, requireRoom } from './migration-store.postgres.ts';

/** A migration as a user asks for it. */
export interface Creation {
  readonly by: Actor;
  readonly endpoint: Pick<Endpoint, 'method' | 'path'>;
  readonly idempotencyKey: string | null;
  /** The request that the idempotency key belongs to. */
  readonly body: unknown;
  readonly action: AuditEvent['action'];
  /** Further details for the audit trail. */
  readonly detail?: string;
  readonly wanted: NewMigration;
  /** The migration that it follows on; null if none. */
  readonly follows: Followed | null;
  /** Stores more in the same transaction, before any worker can claim the migration; an error undoes the creation. */
  readonly alsoStore?: (tx: Tx, migrationId: number) => Promise<void>;
}

/** Dependencies of creating migrations. */
export interface CreationParts {
  readonly db: Database;
  readonly findConnection: ConnectionLookup;
}

/** A migration that another one is to follow on. */
interface WantedOrigin extends Pick<Creation, 'by' | 'action'> {
  readonly id: number;
}

/**
 * Returns the result of `check` for the migration to follow on. Throws `migration.not_found`, and what `check` throws. A
 * refusal is in the audit trail.
 */
export function followedOn<Checked>(
  { db }: Pick<CreationParts, 'db'>,
  { by, action, id }: WantedOrigin,
  check: (origin: MigrationRow, tx: Tx) => Checked | Promise<Checked>,
): Promise<Checked> {
  const { companyId } = by.user;
  return auditRefusals(outboxWriter(db), { action, by, what: `#${String(id)}` }, () =>
    db.forCompany(companyId, async (tx) => {
      const origin = await findMigration(tx, { companyId, id });
      if (!origin) throw new AppError('migration.not_found');
      return check(origin, tx);
    }),
  );
}

/**
 * Creates a migration once for each idempotency key, and commands its start when its turn has come. Throws
 * `connection.not_found`, `migration.connection_invalid`, `migration.too_many_queued`, and `request.key_reused` when the key
 * belongs to another request. A refusal is in the audit trail.
 */
export function createMigrationOnce(
  { db, findConnection }: CreationParts,
  { by, endpoint, idempotencyKey: key, body, action, detail: more, wanted, follows, alsoStore }: Creation,
): Promise<Migration> {
  const { companyId, userId } = by.user;
  const about = follows ? ` (${follows.as} of #${String(follows.migrationId)})` : '';
  const what = `${wanted.migrationType} of connection #${String(wanted.connectionId)}${about}`;
  const call = { companyId, endpoint: `${endpoint.method} ${endpoint.path}`, key, body };
  return createOnce<Migration>(db, call, (store) =>
    auditRefusals(outboxWriter(db), { action, by, what }, async () => {
      const connection = await usableConnection(findConnection, wanted, companyId);
      return store(async (tx) => {
        await requireRoom(tx, companyId);
        const { id, portal_queue } = await insertMigration(tx, {
          companyId,
          userId,
          connection,
          wanted,
          follows,
        });
        await alsoStore?.(tx, id);
        await commandNext(tx, portal_queue);
        const made = `#${String(id)}: ${wanted.migrationType} of "${connection.name}"${about}`;
        const detail = more === undefined ? made : `${made}; ${more}`;
        await addToOutbox(tx, auditEvent({ by: by.user, origin: by.origin, action, result: 'done', detail }));
        return publishUpdate(tx, id);
      });
    }),
  );
}
