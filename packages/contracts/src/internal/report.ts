import type { OutcomeFacts } from '../migrations/outcome.ts';

/** The outcome of one record, as a worker reports it. */
export interface ReportedOutcome extends OutcomeFacts {
  readonly sourceId: string;
  /** The warnings of a copied record, as stable codes. */
  readonly warnings: readonly string[];
  /** What HubSpot has of the record now; absent where that is not known. */
  readonly written?: WrittenMarks;
}

/** What was written to a HubSpot record last, or found there: marks of values, from which no value can be read (ADR 78). */
export interface WrittenMarks {
  readonly marks: Uint8Array;
  /** Whether these are all; else they are added to those that are known. */
  readonly isWhole: boolean;
}

/** What is known of a run's source when the run ends. */
export interface SourceAccount {
  /** Distinct source records that were read, over all attempts. */
  readonly read: number;
  /** What the source itself counts; null where it has not told. */
  readonly countedBySource: number | null;
  /** Distinct records that the last whole reading found; null where none came to its end. */
  readonly foundAtEnd: number | null;
  /** Whether the source was the same from the last reading's beginning to the run's end; null as `foundAtEnd`. */
  readonly heldStill: boolean | null;
}
