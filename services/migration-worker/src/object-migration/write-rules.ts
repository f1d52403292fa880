import type { HubspotProblem } from '@ridgeline/hubspot';
import type { LogEntry } from '../base/log-entry.ts';
import type { TargetRecords } from '../hubspot-io/hubspot-target.ts';
import type { RecordReader } from '../hubspot-io/read-records.ts';
import type { HeldRun, RecordLedger } from '../orchestrator/orchestrator.ts';
import type { Execution } from '../plans/execution.ts';
import type { PlannedRecord, PlannedWrite } from '../plans/planned-record.ts';
import type { WaitTracker } from '../waiting/wait-tracker.ts';

/** How a record that HubSpot refused is planned once more. */
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

/** What a second pass works with, when all batches are written. */
export interface SettleContext {
  readonly run: HeldRun;
  readonly ledger: RecordLedger;
  readonly read: RecordReader;
  readonly waits: WaitTracker;
  readonly batchSize: number;
  readonly signal: AbortSignal;
}

/** A second pass over records that went without a value. */
export interface SettleRules {
  /** Plans that follow each other: each is executed before the next one is asked for. */
  plans(context: SettleContext): AsyncIterable<readonly PlannedRecord[]>;
  /** The log lines of one of these plans. */
  log(execution: Execution): readonly LogEntry[];
}

/** What depends on the kind of record once it is planned. */
export interface WriteRules extends TargetRecords {
  /** What to call a record in a log line. */
  nameOf(record: PlannedWrite): string;
  readonly replan?: ReplanRules;
  readonly settle?: SettleRules;
}
