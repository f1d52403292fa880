import { describe, expect, test } from '@jest/globals';
import { Browser, sealed } from '../testing/browser.ts';
import { throttledGateway } from '../testing/throttled-gateway.ts';

const most = 3;
const gateway = throttledGateway({ REGISTRATIONS_PER_ADDRESS: String(most) });

async function register(email: string, address: string, password = 'right'): Promise<number> {
  const body = { email, password: sealed(password) };
  const headers = { 'x-forwarded-for': address };
  return (await new Browser(gateway().url).ask('/api/register', { method: 'POST', body, headers })).status;
}

describe('Registrations', () => {
  test('One network tells seldom which emails are taken', async () => {
    const statuses: number[] = [];
    for (const n of [1, 2, 3, 4]) statuses.push(await register(`taken-${n}@one.example`, '203.0.113.1'));
    expect(statuses).toEqual([409, 409, 409, 429]);
    expect(await register('new@one.example', '203.0.113.2')).toBe(201);
  });

  test('No one can lock a user out by trying their email, from any number of networks', async () => {
    for (let n = 0; n < 3 * most; n += 1)
      expect(await register('taken@one.example', `203.0.113.${n}`)).toBe(409);
    expect(await register('taken@one.example', '203.0.113.200')).toBe(409);
  });

  test('Passwords that are refused for being easy do not count', async () => {
    for (let n = 0; n < 2 * most; n += 1)
      expect(await register('lee@one.example', '203.0.113.1', 'easy')).toBe(400);
    expect(await register('lee@one.example', '203.0.113.1')).toBe(201);
  });
});
