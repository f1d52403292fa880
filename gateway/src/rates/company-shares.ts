import type { Writable } from 'node:stream';
import { KeyedLimiter } from '@ridgeline/kit';
import type { SignedIn } from '../sessions/signed-in.ts';

/** Settles when the answer is over, however it ended; an error of the connection is one way to end. */
export function isOver(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', () => resolve());
  });
}

/** A quarter of the connections to a service, and a user who chooses all of a long list finds room to wait. */
const perCompany = { running: 64, waiting: 192 };

/** What each company may have under way at each service, in this process, so that others find connections. */
export interface CompanyShares {
  /** Calls `send`, which answers on the response, when there is room; settles when that is over. Throws `request.too_many`. */
  hold(service: string, who: SignedIn, response: Writable, send: () => void): Promise<void>;
}

export function createCompanyShares(): CompanyShares {
  const turns = new KeyedLimiter(perCompany);
  return {
    hold: (service, { user }, response, send) =>
      turns.take(`${service} ${user.companyId}`, async () => {
        // The client left while it waited.
        if (response.destroyed) return;
        const over = isOver(response);
        send();
        await over;
      }),
  };
}
