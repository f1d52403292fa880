import type { Reconciliation, Tally } from '@ridgeline/contracts';

/** A tally of one kind, for tests: all counts are zero, with the given differences. */
export function aTally(difference: Partial<Tally> = {}): Tally {
  return {
    created: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
    skippedByReason: {},
    failedByReason: {},
    warnedByReason: {},
    ...difference,
  };
}

/** The account of a run for tests: all of 5,000 records were created, with the given differences. */
export function anAccount(difference: Partial<Reconciliation> = {}): Reconciliation {
  return {
    ...aTally({ created: 5000 }),
    source: 5000,
    difference: 0,
    countedBySource: 5000,
    foundAtEnd: 5000,
    heldStill: true,
    alongside: {},
    addedOptions: [],
    ...difference,
  };
}
