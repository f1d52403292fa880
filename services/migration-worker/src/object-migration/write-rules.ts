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
  /** The record in a form that HubSpot may accept; null when nothing can be done. */
  afterRefusal(
    record: PlannedWrite,
    problem: HubspotProblem,
    read: RecordReader,
  ): Promise<PlannedRecord | null>;
  /** The rejected record without the value that another record of the run has by now. */
  withoutKey(record: PlannedWrite): PlannedRecord;
}

/** What a follow-up pass works with, once all batches of records are written. */
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
  /** Consecutive plans: each is executed before the next one is requested. */
  plans(context: FollowUpPassContext): AsyncIterable<readonly PlannedRecord[]>;
  /** The log entries of one of these plans; `about` is part of each entry's context: the kind of its records. */
  log(execution: Execution, about: LogContext): readonly LogEntry[];
}

/** How HubSpot's records of a kind compare with what was written to them (ADR 78). */
export interface ComparisonRules {
  /** The comparable form of values, used in plans as well. */
  readonly form: ValueForm;
  /** All values that a record has of a property: one of them must be the written one. */
  readonly valuesIn: (record: HubspotRecord, property: string) => readonly string[];
  /** A record's display name; null if it has none. */
  readonly nameIn: (record: HubspotRecord) => string | null;
  readonly authorship: Authorship;
}

/** What depends on the kind of record once it is planned. */
export interface WriteRules {
  readonly type: RecordKind;
  /** HubSpot's records of this kind, as a run reads and writes them. */
  openTarget(hubspot: HubspotAccess): HubspotTarget;
  /** Kinds without it are not compared with what was written. */
  readonly comparison?: ComparisonRules;
  readonly replan?: ReplanRules;
  readonly settle?: SettleRules;
}

/**
 * What is planned and written once all records are counted: a kind of its own, such as associations, or something that is
 * only reported.
 */
export interface FollowUpPass<Options = unknown> {
  /** Independent of a run's options, because the worker that closes an ended run does not know them. */
  readonly rules: WriteRules;
  /**
   * Consecutive plans: each is executed before the next one is requested. What the run has already planned of this kind is
   * left out.
   */
  plans(context: FollowUpPassContext, options: Options): AsyncIterable<readonly PlannedRecord[]>;
  /** Plans these records again from the current state of HubSpot, because another run has written some of them. */
  again?(context: FollowUpPassContext, records: readonly PlannedRecord[]): Promise<readonly PlannedRecord[]>;
}
