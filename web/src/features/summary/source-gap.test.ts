import { describe, expect, test } from '@jest/globals';
import type { Reconciliation } from '@ridgeline/contracts';
import { anAccount } from '../../testing/an-account.ts';
import { sourceGap } from './source-gap.ts';

const ended = { migrationType: 'contacts', status: 'completed' } as const;

describe('What AccuLynx holds at the end', () => {
  test.each([
    [
      5002,
      5000,
      {
        open: true,
        text: 'AccuLynx counts 5,002 contacts now, 5,000 were found: 2 could not be read.',
      },
    ],
    [
      4997,
      4997,
      {
        open: false,
        text: 'AccuLynx counts 4,997 contacts now, 5,000 were read: 3 were deleted in AccuLynx while the migration ran.',
      },
    ],
    [
      4999,
      4999,
      {
        open: false,
        text: 'AccuLynx counts 4,999 contacts now, 5,000 were read: 1 was deleted in AccuLynx while the migration ran.',
      },
    ],
    [5000, 5000, null],
    [null, 5000, null],
  ])(
    'When AccuLynx counts %p at the end and %i were found, then the gap is named',
    (countedBySource, foundAtEnd, gap) => {
      expect(sourceGap(anAccount({ countedBySource, foundAtEnd }), ended)).toEqual(gap);
    },
  );

  test('When as many came as were deleted, then both are named though AccuLynx counts what was read', () => {
    const gap = sourceGap(anAccount({ countedBySource: 5000, foundAtEnd: 4970 }), ended);
    expect(gap).toEqual({
      open: true,
      text: 'AccuLynx counts 5,000 contacts now, 4,970 were found: 30 could not be read. AccuLynx counts 5,000 contacts now, 5,000 were read: 30 were deleted in AccuLynx while the migration ran.',
    });
  });

  test('When the list kept changing, then the account stays open', () => {
    expect(sourceGap(anAccount({ countedBySource: 5000, heldStill: false }), ended)).toEqual({
      open: true,
      text: "AccuLynx' list kept changing while it was read: contacts that came last may be missing. Run the migration again to copy them.",
    });
  });

  test('When it stopped half way, then what was not reached is no gap', () => {
    const stopped = { ...ended, status: 'cancelled' } as const;
    expect(sourceGap(anAccount({ countedBySource: 9000 }), stopped)).toBeNull();
  });

  test.each([
    [undefined, null],
    [5002, 'AccuLynx counts 5,002 contacts now, 5,000 were found: 2 could not be read.'],
    [
      4997,
      'AccuLynx counts 4,997 contacts now, 5,000 were read: 3 were deleted in AccuLynx while the migration ran.',
    ],
  ])(
    'When an account of an earlier release tells only that AccuLynx counts %p, then that is what is compared',
    (countedBySource, text) => {
      const earlier = { ...anAccount(), countedBySource, foundAtEnd: undefined, heldStill: undefined };
      expect(sourceGap(earlier as unknown as Reconciliation, ended)?.text ?? null).toBe(text);
    },
  );
});
