import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  accountFacts,
  describeReconciliation,
  reconcile,
  type OutcomeCount,
  type SourceCount,
} from './reconciliation.ts';

const anyOutcome: fc.Arbitrary<OutcomeCount> = fc.record({
  kind: fc.constantFrom('created', 'updated', 'unchanged', 'skipped', 'failed'),
  reason: fc.constantFrom('no_email', 'invalid_value', null),
  count: fc.nat(10_000),
});
const readOnly = (read: number): SourceCount => ({ read, countedBySource: null });
const anyOutcomes = fc.uniqueArray(anyOutcome, {
  selector: ({ kind, reason }) => `${kind}:${String(reason)}`,
});

describe('the closing account', () => {
  test('For all outcomes, the parts and the stated difference make up the source', () => {
    fc.assert(
      fc.property(fc.nat(100_000), anyOutcomes, (source, outcomes) => {
        const { created, updated, unchanged, skipped, failed, difference } = reconcile(
          readOnly(source),
          outcomes,
        );
        expect(created + updated + unchanged + skipped + failed + difference).toBe(source);
      }),
    );
  });

  test('For all outcomes, the reasons of skipped and failed records add up to their counts', () => {
    fc.assert(
      fc.property(anyOutcomes, (outcomes) => {
        const { skipped, failed, skippedByReason, failedByReason } = reconcile(readOnly(0), outcomes);
        const sum = (reasons: Record<string, number>) => Object.values(reasons).reduce((a, b) => a + b, 0);
        expect(sum(skippedByReason)).toBe(skipped);
        expect(sum(failedByReason)).toBe(failed);
      }),
    );
  });

  test('When every record is accounted for, then nothing is said of a difference', () => {
    const account = reconcile(readOnly(5), [
      { kind: 'created', reason: null, count: 3 },
      { kind: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(account).toMatchObject({ difference: 0, skippedByReason: { no_email: 2 } });
    expect(describeReconciliation(account)).toBe(
      '5 source records: 3 created, 0 updated, 0 unchanged, 2 skipped, 0 failed',
    );
  });

  test('When there is nothing of a kind, then the context of the line leaves it out', () => {
    const account = reconcile(readOnly(5), [
      { kind: 'created', reason: null, count: 3 },
      { kind: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(accountFacts(account)).toEqual({
      source: 5,
      created: 3,
      skipped: 2,
      skippedByReason: { no_email: 2 },
    });
    expect(accountFacts(reconcile(readOnly(0), []))).toEqual({});
  });

  test('When records are missing, then the line says how many', () => {
    const account = reconcile(readOnly(5), [{ kind: 'created', reason: null, count: 3 }]);
    expect(account.difference).toBe(2);
    expect(describeReconciliation(account)).toContain('2 not accounted for');
  });

  test('When the source counts another number than was read, then the line names the gap, and the difference does not', () => {
    const closed = (countedBySource: number) =>
      reconcile({ read: 5, countedBySource }, [{ kind: 'created', reason: null, count: 5 }]);
    expect(closed(7)).toMatchObject({ source: 5, countedBySource: 7, difference: 0 });
    expect(describeReconciliation(closed(7))).toContain('AccuLynx counts 7 now: 2 could not be read');
    expect(describeReconciliation(closed(4))).toContain('AccuLynx counts 4 now: 1 were deleted there');
    expect(describeReconciliation(closed(5))).not.toContain('AccuLynx');
  });
});
