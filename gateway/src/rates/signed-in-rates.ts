import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { signedIn } from '../sessions/signed-in.ts';
import { createCounter, type Window } from './windows.ts';

/** A hundredth of the company's limit: a user with no more calls than this did not cause the company's flood. */
const modestShare = 0.01;

/**
 * Refuses calls of a signed-in user, and of a company, beyond normal use. Counted per process: a call to Redis for each
 * request would cost more than most requests do. When the company is over its limit, its users with few calls are still
 * served.
 */
export function limitRates(
  limits: Pick<GatewayConfig, 'REQUESTS_PER_PERSON' | 'REQUESTS_PER_COMPANY'>,
  now: () => number = () => performance.now(),
): RequestHandler {
  const [ofPerson, ofCompany] = [createCounter(now), createCounter(now)];
  const { REQUESTS_PER_PERSON: perPerson, REQUESTS_PER_COMPANY: perCompany } = limits;
  return (req, _res, next) => {
    const who = signedIn(req);
    if (who) {
      const person = ofPerson(who.user.userId);
      const refuse = ({ endsAt }: Window): never => {
        throw new AppError('request.too_many', { retryAfterSeconds: (endsAt - now()) / 1_000 });
      };
      // A call refused by the user's own limit does not count against the company.
      if (person.calls > perPerson) refuse(person);
      const company = ofCompany(who.user.companyId);
      if (company.calls > perCompany && person.calls > perCompany * modestShare) refuse(company);
    }
    next();
  };
}
