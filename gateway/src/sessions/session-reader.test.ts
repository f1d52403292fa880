import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { sign } from 'cookie-signature';
import express, { type Request, type Response } from 'express';
import { createSessionReader, VerifiedIds } from './session-reader.ts';

const secrets = ['the-secret-that-signs-now-0123456789', 'the-secret-that-signed-before-0123'];
const name = 'ridgeline.sid';
const signed = (id: string, secret = secrets[0] ?? ''): string => `s:${sign(id, secret)}`;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapUsed(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

describe('Verified cookies', () => {
  test('Made-up ones are not cached, and evict no valid one', () => {
    const verified = new VerifiedIds(secrets, 10);
    const value = signed('7.real');
    expect(verified.idOf(value)).toBe('7.real');
    const forged = 'x'.repeat(43);
    let accepted = 0;
    for (let n = 0; n < 100_000; n += 1) if (verified.idOf(`s:${n}.a.${forged}`) !== null) accepted += 1;
    expect(accepted).toBe(0);
    expect(verified.size).toBe(1);
    expect(verified.idOf(value)).toBe('7.real');
  });

  test('Real ones are remembered up to a bound, whichever secret signed them', () => {
    const verified = new VerifiedIds(secrets, 10);
    for (let n = 0; n < 50; n += 1) expect(verified.idOf(signed(`7.${n}`, secrets[n % 2]))).toBe(`7.${n}`);
    expect(verified.size).toBe(10);
    expect(verified.idOf(signed('7.0', secrets[1]))).toBe('7.0');
    expect(verified.idOf(signed('7.0', 'another-secret-of-somebody-else-0123'))).toBeNull();
  });
});

describe('Reading sessions', () => {
  const junk = (n: number): string => `junk-${n}=${String(n).repeat(1_000).slice(0, 4_000)}`;

  test.each([
    ['the same cookie beside ever other ones', () => '7.real'],
    ['a real cookie each, beside other ones', (n: number) => `7.real-${n}`],
  ])('When requests bring %s, then memory does not grow with what they bring', async (_, idOf) => {
    const asked = new Set<string>();
    const findOne = (sessionId: string) => Promise.resolve((asked.add(sessionId.slice(0, 6)), null));
    const reader = createSessionReader({ findOne }, { name, secrets });
    const read = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n += 1) {
        const req = Object.create(express.request) as Request;
        req.headers = { cookie: Buffer.from(`${junk(n)}; ${name}=${signed(idOf(n))}`).toString() };
        await reader(req, Object.create(express.response) as Response, () => undefined);
      }
    };
    await read(0, 100);
    const before = heapUsed();
    await read(100, 6_100);
    const grownBy = heapUsed() - before;
    // Their headers are 24 MB together.
    expect(grownBy).toBeLessThan(8_000_000);
    expect([...asked]).toEqual(['7.real']);
  });
});
