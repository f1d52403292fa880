import type { RecordKind } from '@ridgeline/contracts';
import type { PlannedRecord, PlannedWrite } from '@ridgeline/contracts/internal';
import type { HubspotProblem, HubspotRecord } from '@ridgeline/hubspot';
import type { LogContext, LogEntry } from '../base/log-entry.ts';
import type { ValueForm } from '../hubspot-io/written-marks.ts';
import type { HubspotTarget } from '../hubspot-io/hubspot-target.ts';
import type { RecordReader } from '../hubspot-io/read-records.ts';
import type { Authorship } from '../hubspot-io/written-by-us.ts';
import type { HeldRun, RecordLedger } from '../orchestrator/record-ledger.ts';
import type { Execution } from '../plans/execution.ts';
import type { AcculynxAccess, HubspotAccess } from '../vendors/run-vendors.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

/** How a record that HubSpot rejected is planned again. */
export interface ReplanRules {
  /** The record as it may be written after all; null when nothing can be done. */
  afterRefusal(
    record: PlannedWrite,
    problem: HubspotProblem,
    read: RecordReader,
  ): Promise<PlannedRecord | null>;
  /** The refused record without what another record of the run has by now. */
  withoutKey(record: PlannedWrite): PlannedRecord;
}

/** What a follow-up pass works with, when all batches of records are written. */
export interface FollowUpPassContext {
  readonly run: HeldRun;
  readonly ledger: RecordLedger;
  readonly acculynx: AcculynxAccess;
  readonly hubspot: HubspotAccess;
  /** Whether earlier migrations linked records of the migration's own kind. */
  readonly hasLinks: boolean;
  readonly read: RecordReader;
  readonly waits: WaitTracker;
  readonly batchSize: number;
  readonly signal: AbortSignal;
}

/** A second pass over records that went without a value. */
interface SettleRules {
  /** Plans that follow each other: each is executed before the next one is asked for. */
  plans(context: FollowUpPassContext): AsyncIterable<readonly PlannedRecord[]>;
  /** The log lines of one of these plans; `about` is what each has in its context: of which kind its records are. */
  log(execution: Execution, about: LogContext): readonly LogEntry[];
}

/** How HubSpot's records of a kind compare with what was written to them (ADR 78). */
export interface ComparisonRules {
  /** The form in which values compare, in plans as well. */
  readonly form: ValueForm;
  /** All values that a record has of a property: one of them must be what was written. */
  readonly valuesIn: (record: HubspotRecord, property: string) => readonly string[];
  /** What to call a record to people; null where it has no name. */
  readonly nameIn: (record: HubspotRecord) => string | null;
  readonly authorship: Authorship;
}

/** What depends on the kind of record once it is planned. */
export interface WriteRules {
  readonly type: RecordKind;
  /** HubSpot's records of this kind, as a run reads and writes them. */
  openTarget(hubspot: HubspotAccess): HubspotTarget;
  /** A kind without it is not compared with what was written. */
  readonly comparison?: ComparisonRules;
  readonly replan?: ReplanRules;
  readonly settle?: SettleRules;
}

/** What is planned and written when all records are counted: a kind of its own, such as associations, or what is only reported. */
export interface FollowUpPass<Options = unknown> {
  /** They hold for every run: who closes one that has ended knows no options. */
  readonly rules: WriteRules;
  /**
   * Plans that follow each other: each is executed before the next one is asked for. What the run has planned of this
   * kind already is left out of them.
   */
  plans(context: FollowUpPassContext, options: Options): AsyncIterable<readonly PlannedRecord[]>;
  /** These planned records by what HubSpot has by now, because another run has written some of them. */
  again?(context: FollowUpPassContext, records: readonly PlannedRecord[]): Promise<readonly PlannedRecord[]>;
}
