import type { Writable } from 'node:stream';
import { KeyedLimiter } from '@ridgeline/kit';
import type { SignedIn } from '../sessions/signed-in.ts';

/** Resolves when the response is over, whether it finished or its connection failed. */
export function isOver(response: Writable): Promise<void> {
  return new Promise((resolve) => {
    response.once('close', () => resolve());
  });
}

/** A quarter of the connections to a service. A user who acts on all of a long list still finds room to wait. */
const perCompany = { running: 64, waiting: 192 };

/** Limits each company's calls in progress at each service, per process, so that others find connections. */
export interface CompanyShares {
  /**
   * Runs `send`, which writes the response, once there is room; settles when the response is over. Throws
   * `request.too_many`.
   */
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
