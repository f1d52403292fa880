import type { RunSetup, runAt } from '../../pipeline/testing/start-run.ts';

/** Both vendors as a kind of record finds them: what it does with them is the same for every kind. */
export interface ConformingWorld extends AsyncDisposable {
  /** The name of the kind whose records are migrated. */
  readonly ownKind: string;
  /** A run of all that is in AccuLynx; the test lets its pipeline run. */
  run(setup: RunSetup): Promise<ReturnType<typeof runAt>>;
  /** All that is in HubSpot, a line each, without what HubSpot itself makes up. */
  contents(): Promise<readonly string[]>;
}
