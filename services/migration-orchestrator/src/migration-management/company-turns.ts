import { SharedLimiter } from '@ridgeline/kit';

/**
 * Creations of one company wait for each other, and cancels for what is written to their migration: all within a
 * transaction, which holds one of the eight connections that people share. So a turn comes before a connection is taken.
 */
const changeLimits = { perKey: { running: 2, waiting: 98 }, inAll: { running: 3, waiting: 125 } };

/** The turns of companies that change migrations. */
export type CompanyTurns = Pick<SharedLimiter, 'take'>;

export const companyTurns = (): CompanyTurns => new SharedLimiter(changeLimits);
