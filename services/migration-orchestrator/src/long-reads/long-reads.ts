import { SharedLimiter } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';

/** Limits within the eight connections for users' calls. A company without a read in progress is always admitted. */
const limits = { perKey: { running: 2, waiting: 30 }, inAll: { running: 3, waiting: 125 } };

/**
 * Reads that may scan everything a migration left. Only a few run at a time in this process, per company and in total, so
 * that other calls find connections. Both methods take the arguments of `Database.forCompany`.
 */
export interface LongReads {
  /** The first read of a call. Throws `request.too_many` when too many reads of the company are waiting. */
  readonly begin: Database['forCompany'];
  /**
   * A further page of a file that is already being sent. It waits its turn; while the client receives a page, no read is in
   * progress.
   */
  readonly goOn: Database['forCompany'];
}

export function createLongReads(db: Database): LongReads {
  const turns = new SharedLimiter(limits);
  return {
    begin: (companyId, work) => turns.take(companyId, () => db.forCompany(companyId, work)),
    goOn: (companyId, work) => turns.goOn(companyId, () => db.forCompany(companyId, work)),
  };
}
