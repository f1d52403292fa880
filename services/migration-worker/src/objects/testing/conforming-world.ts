import type { RunSetup, runAt } from '../../pipeline/testing/start-run.ts';

/** Both vendors from the point of view of a kind of record: the tests treat every kind in the same way. */
export interface ConformingWorld extends AsyncDisposable {
  /** The name of the kind whose records are migrated. */
  readonly ownKind: string;
  /** A run of all that is in AccuLynx; the test lets its pipeline run. */
  run(setup: RunSetup): Promise<ReturnType<typeof runAt>>;
  /** Everything in HubSpot, one line per record, without what HubSpot itself generates. */
  contents(): Promise<readonly string[]>;
}
