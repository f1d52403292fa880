import type { FailureCode, OutcomeKind, SkipCode } from '@ridgeline/contracts';
import type { BatchPlan } from './batch-plan.ts';
import type { PlannedRecord, PlannedWrite } from './planned-record.ts';

/** What came of one record. */
export interface Outcome {
  readonly kind: OutcomeKind;
  readonly hubspotId: string | null;
  /** Why it was skipped or failed, else null. */
  readonly reason: FailureCode | SkipCode | null;
  /** For a person, where there is something to say. */
  readonly message: string | null;
}

/** How a batch went; it fills while the plan is executed, so that it is known also when the execution breaks off. */
export interface Execution {
  /** The plan in force: its latest revision. */
  plan: BatchPlan;
  /** By source id. */
  readonly outcomes: Map<string, Outcome>;
  /** Records whose write was asked for: it may have happened, also when no answer came. */
  readonly sent: Set<string>;
}

/** Begins with what needs no write. */
export function beginExecution(plan: BatchPlan): Execution {
  return { plan, outcomes: new Map(plan.records.flatMap(settledByPlan)), sent: new Set() };
}

/** Begins with a plan that an earlier worker had: any of its writes may have been sent. */
export function resumeExecution(plan: BatchPlan): Execution {
  return { ...beginExecution(plan), sent: new Set(plan.records.map(({ sourceId }) => sourceId)) };
}

/** The outcome of a record that needs no write, with its source id; none for a write. */
export function settledByPlan(record: PlannedRecord): [string, Outcome][] {
  const { sourceId } = record;
  if (record.action === 'unchanged')
    return [[sourceId, { kind: 'unchanged', hubspotId: record.hubspotId, reason: null, message: null }]];
  if (record.action === 'skip') {
    const { reason, message, standIn = null } = record;
    return [[sourceId, { kind: 'skipped', hubspotId: standIn, reason, message }]];
  }
  if (record.action === 'fail')
    return [[sourceId, { kind: 'failed', hubspotId: null, reason: record.reason, message: record.message }]];
  return [];
}

/** The outcome of a write that is done. */
export function done(record: PlannedWrite, hubspotId: string): Outcome {
  const kind = record.action === 'create' ? 'created' : 'updated';
  return { kind, hubspotId, reason: null, message: null };
}

/** Why a record failed: a code, and words to follow the record's name. */
export interface FailureReason {
  readonly reason: FailureCode;
  readonly words: string;
}

/** The outcome of a write that did not happen, or of which nobody knows whether it did. */
export function failure(name: string, { reason, words }: FailureReason): Outcome {
  return { kind: 'failed', hubspotId: null, reason, message: `${name}: ${words}` };
}
