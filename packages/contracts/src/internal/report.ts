import type { OutcomeFacts } from '../migrations/outcome.ts';

/** The outcome of one record, as a worker reports it. */
export interface ReportedOutcome extends OutcomeFacts {
  readonly sourceId: string;
  /** The warnings of a copied record, as stable codes. */
  readonly warnings: readonly string[];
  /** What HubSpot has of the record now; absent where that is not known. */
  readonly written?: WrittenMarks;
}

/** Marks of the values that were last written to a HubSpot record, or found there; no value can be read from them (ADR 78). */
export interface WrittenMarks {
  readonly marks: Uint8Array;
  /** Whether these are all marks; else they are added to the known ones. */
  readonly isWhole: boolean;
}

/** What is known of a run's source when the run ends. */
export interface SourceAccount {
  /** Distinct source records that were read, over all attempts. */
  readonly read: number;
  /** The source's own count; null where it has not reported one. */
  readonly countedBySource: number | null;
  /** Distinct records that the last complete reading found; null where none was completed. */
  readonly foundAtEnd: number | null;
  /** Whether the source was unchanged from the start of the last reading to the end of the run; null as `foundAtEnd`. */
  readonly heldStill: boolean | null;
}
