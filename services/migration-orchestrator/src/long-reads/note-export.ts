import { auditEvent } from '@ridgeline/events';
import { addToOutbox } from '@ridgeline/kafka';
import type { Actor } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';

/** Records in the audit trail which file a user downloads, before any of it is sent. */
export type NoteExport = (by: Actor, file: string) => Promise<void>;

export function exportNotes(db: Database): NoteExport {
  return ({ user, origin }, file) =>
    db.forCompany(user.companyId, (tx) =>
      addToOutbox(
        tx,
        auditEvent({
          ...{ action: 'migration-exported', result: 'done', origin, detail: file },
          // In the audit trail, users belong to their own company.
          by: { userId: user.userId, companyId: user.viewedFrom ?? user.companyId },
        }),
      ),
    );
}
