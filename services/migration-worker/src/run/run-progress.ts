import type { Claim } from '@ridgeline/contracts/internal';
import { objectMigrationOf } from '../objects/index.ts';
import type { Execution } from '../plans/execution.ts';

type CountedPlan = Pick<Execution['plan'], 'kind' | 'pass'>;

/** How many records of the migration's own kind are done, those of earlier attempts included. */
export class RunProgress {
  readonly #kind: string | undefined;
  #processed: number;

  constructor({ settings, plannedRecords, unfinished }: Claim) {
    this.#kind = objectMigrationOf(settings.migrationType)?.type.name;
    const open = unfinished.filter((plan) => this.#counts(plan));
    this.#processed = plannedRecords - open.reduce((sum, { records }) => sum + records.length, 0);
  }

  get processed(): number {
    return this.#processed;
  }

  /** A batch is executed and reported. */
  batchDone({ plan, outcomes }: Execution): void {
    if (this.#counts(plan)) this.#processed += outcomes.size;
  }

  /** A settling batch is about records that others hold. */
  #counts({ kind, pass }: CountedPlan): boolean {
    return kind === this.#kind && pass === 'records';
  }
}
