import { describe, expect, test } from '@jest/globals';
import { aLease } from '../lease/testing/a-lease.ts';
import { contactMigration } from '../objects/contact/contact-migration.ts';
import { companySecrets } from '../testing/bench-company.ts';
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
