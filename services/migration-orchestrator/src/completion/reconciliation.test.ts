import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  accountFacts,
  describeReconciliation,
  onlyRead,
  reconcile,
  type OutcomeCount,
  type SourceCount,
} from './reconciliation.ts';

const anyOutcome: fc.Arbitrary<OutcomeCount> = fc.record({
  kind: fc.constantFrom('created', 'updated', 'unchanged', 'skipped', 'failed'),
  reason: fc.constantFrom('no_email', 'invalid_value', null),
  count: fc.nat(10_000),
});
const anyOutcomes = fc.uniqueArray(anyOutcome, {
  selector: ({ kind, reason }) => `${kind}:${String(reason)}`,
});

describe('the closing account', () => {
  test('For all outcomes, the parts and the stated difference make up the source', () => {
    fc.assert(
      fc.property(fc.nat(100_000), anyOutcomes, (source, outcomes) => {
        const { created, updated, unchanged, skipped, failed, difference } = reconcile(
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
        const { skipped, failed, skippedByReason, failedByReason } = reconcile(onlyRead(0), outcomes);
        const sum = (reasons: Record<string, number>) => Object.values(reasons).reduce((a, b) => a + b, 0);
        expect(sum(skippedByReason)).toBe(skipped);
        expect(sum(failedByReason)).toBe(failed);
      }),
    );
  });

  test('When every record is accounted for, then nothing is said of a difference', () => {
    const account = reconcile(onlyRead(5), [
      { kind: 'created', reason: null, count: 3 },
      { kind: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(account).toMatchObject({ difference: 0, skippedByReason: { no_email: 2 } });
    expect(describeReconciliation(account)).toBe(
      '5 source records: 3 created, 0 updated, 0 unchanged, 2 skipped, 0 failed',
    );
  });

  test('When there is nothing of a kind, then the context of the line leaves it out', () => {
    const account = reconcile(onlyRead(5), [
      { kind: 'created', reason: null, count: 3 },
      { kind: 'skipped', reason: 'no_email', count: 2 },
    ]);
    expect(accountFacts(account)).toEqual({
      source: 5,
      created: 3,
      skipped: 2,
      skippedByReason: { no_email: 2 },
    });
    expect(accountFacts(reconcile(onlyRead(0), []))).toEqual({});
  });

  test('When records are missing, then the line says how many', () => {
    const account = reconcile(onlyRead(5), [{ kind: 'created', reason: null, count: 3 }]);
    expect(account.difference).toBe(2);
    expect(describeReconciliation(account)).toContain('2 not accounted for');
  });

  test('When the source is not what was read, then the line names by how much, and the difference does not', () => {
    const told = (source: Partial<SourceCount>) => {
      const account = reconcile({ ...onlyRead(5), foundAtEnd: 5, heldStill: true, ...source }, [
        { kind: 'created', reason: null, count: 5 },
      ]);
      expect(account).toMatchObject({ source: 5, difference: 0, ...source });
      return describeReconciliation(account);
    };
    expect(told({ countedBySource: 7 })).toContain('AccuLynx counts 7 now: 2 could not be read');
    expect(told({ countedBySource: 4, foundAtEnd: 4 })).toContain(
      '1 of those that were read are not in AccuLynx any more',
    );
    expect(told({ countedBySource: 5, heldStill: false })).toContain('list went on changing');
    expect(told({ countedBySource: 5 })).not.toContain('AccuLynx');
  });

  test('When the run stopped before its end, then what it did not reach is no gap', () => {
    const account = reconcile({ ...onlyRead(5), countedBySource: 9 }, [
      { kind: 'created', reason: null, count: 5 },
    ]);
    expect(describeReconciliation(account)).not.toContain('AccuLynx');
  });
});
