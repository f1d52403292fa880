import { describe, expect, test } from '@jest/globals';
import { outcomeKinds } from '@ridgeline/contracts';
import type { SourceAccount } from '@ridgeline/contracts/internal';
import fc from '@ridgeline/testkit/property';
import {
  accountFacts,
  describeReconciliation,
  onlyRead,
  reconcile,
  type OutcomeCount,
} from './reconciliation.ts';

const anyOutcome: fc.Arbitrary<OutcomeCount> = fc.record({
  kind: fc.constantFrom('contact', 'job', 'job_contact'),
  outcome: fc.constantFrom('created', 'updated', 'unchanged', 'skipped', 'failed'),
  reason: fc.constantFrom('no_email', 'invalid_value', null),
  count: fc.nat(10_000),
});
const anyOutcomes = fc.uniqueArray(anyOutcome, {
  selector: ({ kind, outcome, reason }) => `${kind}:${outcome}:${String(reason)}`,
});

/** The summary of a migration of contacts. */
const accountOf = (source: SourceAccount, outcomes: readonly OutcomeCount[]) =>
  reconcile('contact', source, { outcomes, warnings: [] });

describe('the closing account', () => {
  test('For all outcomes, the parts and the stated difference make up the source', () => {
    fc.assert(
      fc.property(fc.nat(100_000), anyOutcomes, (source, outcomes) => {
        const { created, updated, unchanged, skipped, failed, difference } = accountOf(
          onlyRead(source),
          outcomes,
        );
        expect(created + updated + unchanged + skipped + failed + difference).toBe(source);
      }),
    );
  });

  test('For all outcomes, the reasons of skipped and failed records add up to their counts', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const { skipped, failed, skippedByReason, failedByReason } = accountOf(onlyRead(0), outcomes);
        const sum = (reasons: Record<string, number>) => Object.values(reasons).reduce((a, b) => a + b, 0);
        expect(sum(skippedByReason)).toBe(skipped);
        expect(sum(failedByReason)).toBe(failed);
      }),
    );
  });

  test('When every record is accounted for, then nothing is said of a difference', () => {
    const account = accountOf(onlyRead(5), [
      { kind: 'contact', outcome: 'created', reason: null, count: 3 },
      { kind: 'contact', outcome: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(account).toMatchObject({ difference: 0, skippedByReason: { no_email: 2 } });
    expect(describeReconciliation(account)).toBe(
      '5 source records: 3 created, 0 updated, 0 unchanged, 2 skipped, 0 failed',
    );
  });

  test('When a kind has no records, then the context of the line leaves it out', () => {
    const account = accountOf(onlyRead(5), [
      { kind: 'contact', outcome: 'created', reason: null, count: 3 },
      { kind: 'contact', outcome: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(accountFacts(account)).toEqual({
      source: 5,
      created: 3,
      skipped: 2,
      skippedByReason: { no_email: 2 },
    });
    expect(accountFacts(accountOf(onlyRead(0), []))).toEqual({});
  });

  test('When records are missing, then the line says how many', () => {
    const account = accountOf(onlyRead(5), [{ kind: 'contact', outcome: 'created', reason: null, count: 3 }]);
    expect(account.difference).toBe(2);
    expect(describeReconciliation(account)).toContain('2 not accounted for');
  });

  test('When the source is not what was read, then the line names by how much, and the difference does not', () => {
    const told = (source: Partial<SourceAccount>) => {
      const account = accountOf({ ...onlyRead(5), foundAtEnd: 5, heldStill: true, ...source }, [
        { kind: 'contact', outcome: 'created', reason: null, count: 5 },
      ]);
      expect(account).toMatchObject({ source: 5, difference: 0, ...source });
      return describeReconciliation(account);
    };
    expect(told({ countedBySource: 7 })).toContain('AccuLynx counts 7 now: 2 could not be read');
    expect(told({ countedBySource: 4, foundAtEnd: 4 })).toContain(
      '1 of those that were read are not in AccuLynx any more',
    );
    expect(told({ countedBySource: 5, heldStill: false })).toContain('list kept changing');
    expect(told({ countedBySource: 5 })).not.toContain('AccuLynx');
  });

  test('When the run stopped before its end, then what it did not reach is no gap', () => {
    const account = accountOf({ ...onlyRead(5), countedBySource: 9 }, [
      { kind: 'contact', outcome: 'created', reason: null, count: 5 },
    ]);
    expect(describeReconciliation(account)).not.toContain('AccuLynx');
  });

  test('For all outcomes of several kinds, each kind is counted apart and none twice', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const account = accountOf(onlyRead(0), outcomes);
        const parts = [account, ...Object.values(account.alongside)];
        const counted = parts.flatMap((part) => outcomeKinds.map((outcome) => part[outcome]));
        const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
        expect(total(counted)).toBe(total(outcomes.map(({ count }) => count)));
        expect(account.alongside).not.toHaveProperty('contact');
      }),
    );
  });

  test('Thousands are separated, and one is singular', () => {
    const account = accountOf({ read: 5_000, countedBySource: 6_200, foundAtEnd: 5_000, heldStill: true }, [
      { kind: 'contact', outcome: 'created', reason: null, count: 3_999 },
      { kind: 'job', outcome: 'failed', reason: 'refused', count: 1_234 },
    ]);
    expect(describeReconciliation(account)).toBe(
      '5,000 source records: 3,999 created, 0 updated, 0 unchanged, 0 skipped, 0 failed; 1,001 not accounted for. ' +
        'AccuLynx counts 6,200 now: 1,200 could not be read. Also 1,234 deals: 1,234 failed',
    );
    expect(describeReconciliation(accountOf(onlyRead(1), []))).toMatch(/^1 source record: /);
  });

  test('When other kinds come along, then they make no difference, and the line reports them in their own words', () => {
    const account = reconcile('job', onlyRead(40), {
      outcomes: [
        { kind: 'contact', outcome: 'created', reason: null, count: 118 },
        { kind: 'contact', outcome: 'skipped', reason: 'no_email', count: 2 },
        { kind: 'job', outcome: 'created', reason: null, count: 40 },
        { kind: 'job_contact', outcome: 'failed', reason: 'refused', count: 1 },
      ],
      warnings: [
        { kind: 'contact', code: 'email_shared', count: 3 },
        { kind: 'job', code: 'option_missing', count: 4 },
      ],
    });
    expect(account).toMatchObject({
      source: 40,
      created: 40,
      skipped: 0,
      difference: 0,
      skippedByReason: {},
      warnedByReason: { option_missing: 4 },
      alongside: {
        contact: {
          created: 118,
          skipped: 2,
          skippedByReason: { no_email: 2 },
          warnedByReason: { email_shared: 3 },
        },
        job_contact: { created: 0, failed: 1, failedByReason: { refused: 1 } },
      },
    });
    expect(describeReconciliation(account)).toBe(
      '40 source records: 40 created, 0 updated, 0 unchanged, 0 skipped, 0 failed. ' +
        'Also 120 contacts: 118 created, 2 skipped; 1 association: 1 failed',
    );
  });
});
