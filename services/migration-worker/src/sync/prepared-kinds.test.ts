import { describe, expect, test } from '@jest/globals';
import { aLease } from '../lease/testing/a-lease.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { companySecrets } from '../testing/bench-company.ts';
import { noLocks } from '../testing/no-locks.ts';
import type { RunVendors } from '../vendors/run-vendors.ts';
import { KindReading, PreparedKinds } from './prepared-kinds.ts';
import { runSync } from './run-sync.ts';
import { aDueRecord, aRound, aSync } from './testing.ts';

describe('Options are prepared for some minutes', () => {
  const rounds = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      aRound({ round: index + 1, nextBatch: index + 1, records: [aDueRecord(`c-${String(index)}`)] }),
    );

  async function preparations(change: { readonly tokens: readonly string[] }) {
    let prepared = 0;
    const tokens = [...change.tokens];
    using lease = aLease();
    const { services } = aSync(rounds(change.tokens.length), {
      objectOf: () => ({
        ...contactMigration,
        prepare: (context) => {
          prepared += 1;
          return contactMigration.prepare(context);
        },
      }),
      secrets: () => Promise.resolve({ ...companySecrets, hubspotPat: tokens.shift() ?? '' }),
    });
    await runSync(services, lease);
    return prepared;
  }

  test('When rounds of a connection follow each other, then its options are prepared once', async () => {
    expect(await preparations({ tokens: ['t-1', 't-1', 't-1'] })).toBe(1);
  });

  test('When the credentials change, then the options are prepared again', async () => {
    expect(await preparations({ tokens: ['t-1', 't-2', 't-2'] })).toBe(2);
  });
});

describe('What was read for later rounds', () => {
  /** What rounds of one connection get, minutes apart. */
  async function given(...rounds: readonly { readonly minutes: number; readonly token: string }[]) {
    let [now, prepared] = [0, 0];
    const kinds = new PreparedKinds(noLocks, () => now);
    const object = { ...contactMigration, prepare: () => Promise.resolve({ number: (prepared += 1) }) };
    const readings: KindReading[] = [];
    for (const { minutes, token } of rounds) {
      now = minutes * 60_000;
      const { reading } = await kinds.of({
        syncId: 1,
        object,
        round: aRound(),
        secrets: { ...companySecrets, hubspotPat: token },
        vendors: {} as RunVendors,
      });
      readings.push(reading);
    }
    return { prepared, readings: new Set(readings).size };
  }

  test('When the options are prepared again after some minutes, then it is kept', async () => {
    expect(await given({ minutes: 0, token: 't-1' }, { minutes: 6, token: 't-1' })).toEqual({
      prepared: 2,
      readings: 1,
    });
  });

  test('When the credentials change, then it is forgotten', async () => {
    expect(await given({ minutes: 0, token: 't-1' }, { minutes: 1, token: 't-2' })).toEqual({
      prepared: 2,
      readings: 2,
    });
  });

  test('When rounds read side by side, then each begins after the one before it, also after one that failed', async () => {
    const reading = new KindReading();
    const order: string[] = [];
    const first = Promise.withResolvers<string>();
    const rounds = [
      reading.inTurn(() => first.promise.finally(() => order.push('first ended'))),
      reading.inTurn(() => Promise.resolve(order.push('second began'))),
    ];
    first.reject(new Error('gone'));
    const [failed] = await Promise.allSettled(rounds);
    expect(failed?.status).toBe('rejected');
    expect(order).toEqual(['first ended', 'second began']);
  });
});
