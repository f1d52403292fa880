import { SharedLimiter } from '@ridgeline/kit';
import type { Database } from '@ridgeline/postgres';

/** Of the eight connections for what people ask. A company that has nothing under way is always let in. */
const limits = { perKey: { running: 2, waiting: 30 }, inAll: { running: 3, waiting: 125 } };

/**
 * Reads that may go through all that a migration left: of each company and of all together a few at a time in this
 * process, so that other calls find connections. Both take what `Database.forCompany` takes.
 */
export interface LongReads {
  /** The first read of a call. Throws `request.too_many` when no more of the company's can wait. */
  readonly begin: Database['forCompany'];
  /** A further page of a file whose sending has begun. It waits its turn; while the client takes a page there is none. */
  readonly goOn: Database['forCompany'];
}

export function createLongReads(db: Database): LongReads {
  const turns = new SharedLimiter(limits);
  return {
    begin: (companyId, work) => turns.take(companyId, () => db.forCompany(companyId, work)),
    goOn: (companyId, work) => turns.goOn(companyId, () => db.forCompany(companyId, work)),
  };
}
