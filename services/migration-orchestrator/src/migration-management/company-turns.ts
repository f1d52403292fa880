import { SharedLimiter } from '@ridgeline/kit';

/**
 * Creations of one company wait for each other, and cancellations wait for writes to their migration. Both wait inside a
 * transaction, which holds one of the eight connections for users' calls. Therefore a call first waits for its company's
 * turn, and only then takes a connection.
 */
const changeLimits = { perKey: { running: 2, waiting: 98 }, inAll: { running: 3, waiting: 125 } };

/** The turns of companies that change migrations. */
export type CompanyTurns = Pick<SharedLimiter, 'take'>;

export const companyTurns = (): CompanyTurns => new SharedLimiter(changeLimits);
