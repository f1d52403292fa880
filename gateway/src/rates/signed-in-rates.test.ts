import { describe, expect, test } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { rememberSignedIn } from '../sessions/signed-in.ts';
import { limitRates } from './signed-in-rates.ts';

let time = 0;
const limits = { REQUESTS_PER_PERSON: 20, REQUESTS_PER_COMPANY: 300 };

/** Makes so many calls as a user, or as a visitor for null; returns how many were served and the last refusal. */
function calls(
  rate: ReturnType<typeof limitRates>,
  who: { userId: number; companyId: string } | null,
  times: number,
) {
  let served = 0;
  let refusal: unknown;
  for (let n = 0; n < times; n += 1) {
    const req = Object.create(express.request) as Request;
    const user = who && { ...who, administrator: false, version: 1, sessionEpoch: 1, revokedReason: null };
    const session = {
      userId: who?.userId ?? 0,
      sessionEpoch: 1,
      remembered: false,
      startedAt: 0,
      expiresAt: 1,
    };
    rememberSignedIn(req, user && { sessionId: 'one', session, user });
    try {
      rate(req, Object.create(express.response) as Response, () => (served += 1));
    } catch (error) {
      refusal = error;
    }
  }
  return { served, refusal };
}

describe('The rate of signed-in people', () => {
  test('When a person asks more than people do, then they have to wait, colleagues and visitors have not', () => {
    const rate = limitRates(limits, () => time);
    const ann = { userId: 1, companyId: 'one' };
    time = 1_000;
    const flood = calls(rate, ann, 50);
    expect(flood).toMatchObject({ served: 20, refusal: { code: 'request.too_many', retryAfterSeconds: 10 } });
    expect(calls(rate, { userId: 2, companyId: 'one' }, 20).served).toBe(20);
    expect(calls(rate, null, 100).served).toBe(100);
    time = 11_000;
    expect(calls(rate, ann, 1).served).toBe(1);
  });

  test('When a company asks more than companies do, then who asks for little there is served, and so are other companies', () => {
    const rate = limitRates(limits, () => time);
    for (let userId = 1; userId <= 15; userId += 1) calls(rate, { userId, companyId: 'one' }, 20);
    const colleague = calls(rate, { userId: 16, companyId: 'one' }, 20);
    expect(colleague).toMatchObject({ served: 3, refusal: { code: 'request.too_many' } });
    expect(calls(rate, { userId: 17, companyId: 'two' }, 20).served).toBe(20);
  });
});
