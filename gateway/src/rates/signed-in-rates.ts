import { AppError } from '@ridgeline/kit';
import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import type { GatewayConfig } from '../config.ts';
import { signedIn } from '../sessions/signed-in.ts';

const windowMs = 10_000;
const mostKeys = 50_000;

interface Window {
  readonly endsAt: number;
  calls: number;
}

/** Counts calls by key in windows of ten seconds, of which each key has its own. */
function createCounter(now: () => number): (key: number | string) => Window {
  const windows = new LRUCache<number | string, Window>({ max: mostKeys });
  return (key) => {
    const found = windows.get(key);
    const window = found && found.endsAt > now() ? found : { endsAt: now() + windowMs, calls: 0 };
    if (window !== found) windows.set(key, window);
    window.calls += 1;
    return window;
  };
}

/** A hundredth of what its company may: of a person who made no more, the company's flood is not. */
const modestShare = 0.01;

/**
 * Refuses calls of a signed-in person, and of a company, beyond what people need. Counted in this process: a call to
 * Redis for each request would cost more than most requests do. When the company is over its limit, colleagues who ask
 * for little are still served.
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
      // What is refused does not count for other users.
      if (person.calls > perPerson) refuse(person);
      const company = ofCompany(who.user.companyId);
      if (company.calls > perCompany && person.calls > perCompany * modestShare) refuse(company);
    }
    next();
  };
}
