import type { FailureCode, OutcomeFacts } from '@ridgeline/contracts';
import { isChange, isCreate, type PlannedChange, type PlannedRecord } from '@ridgeline/contracts/internal';
import type { PlanToStore } from './planned-record.ts';

/** The results of a batch, filled while the plan is executed, so that they are known even if the execution is interrupted. */
export interface Execution {
  /** The plan in force: its latest revision. */
  plan: PlanToStore;
  /** By source id. */
  readonly outcomes: Map<string, OutcomeFacts>;
  /** Records whose write was sent: it may have taken effect even without an answer. */
  readonly sent: Set<string>;
}

/** Begins with the records that need no write. */
export function beginExecution(plan: PlanToStore): Execution {
  return { plan, outcomes: new Map(plan.records.flatMap(settledByPlan)), sent: new Set() };
}

/** Begins with a plan of an earlier worker, which may have sent any of its writes. */
export function resumeExecution(plan: PlanToStore): Execution {
  return { ...beginExecution(plan), sent: new Set(plan.records.map(({ sourceId }) => sourceId)) };
}

/** Ends with the plan: nothing is written, and each record has its planned outcome. */
export const planOnly = (plan: PlanToStore): Execution => ({
  plan,
  outcomes: new Map(
    plan.records.flatMap((record) => (isChange(record) ? [foreseen(record)] : settledByPlan(record))),
  ),
  sent: new Set(),
});

/** The outcome that a write would have; a record that would be created has no HubSpot id. */
const foreseen = (record: PlannedChange): [string, OutcomeFacts] => [
  record.sourceId,
  done(record, isCreate(record) ? null : record.hubspotId),
];

/** The facts of an outcome that needs no explanation. */
const plain = { reason: null, message: null, detail: null, field: null } as const;

/** The outcome of a record that needs no write, with its source id; none for a write. */
export function settledByPlan(record: PlannedRecord): [string, OutcomeFacts][] {
  const { sourceId } = record;
  // A plan of a release in which the name was not a field: its messages are whole sentences.
  const name = record.name || null;
  if (record.action === 'unchanged')
    return [[sourceId, { ...plain, outcome: 'unchanged', hubspotId: record.hubspotId, name }]];
  if (record.action === 'archive' && record.goneWith !== undefined)
    return [[sourceId, done(record, record.hubspotId)]];
  if (record.action === 'skip') {
    const { reason, message, standIn = null } = record;
    return [[sourceId, { ...plain, outcome: 'skipped', hubspotId: standIn, name, reason, message }]];
  }
  if (record.action === 'fail') {
    const { reason, message, field = null } = record;
    return [[sourceId, { ...plain, outcome: 'failed', hubspotId: null, name, reason, message, field }]];
  }
  return [];
}

const outcomeOf = { create: 'created', update: 'updated', archive: 'removed' } as const;

/** The outcome of a completed write. */
export const done = ({ action, name }: PlannedChange, hubspotId: string | null): OutcomeFacts => ({
  ...plain,
  outcome: outcomeOf[action],
  hubspotId,
  name: name || null,
});

/** Why a record failed. */
export interface FailureReason extends Pick<OutcomeFacts, 'detail' | 'field'> {
  readonly reason: FailureCode;
  /** A text for users that follows the record's name. */
  readonly message: string;
}

/** The outcome of a write that did not happen, or whose result is unknown; the record is named at least by its id. */
export const failure = (
  { name, displayName, sourceId }: Pick<PlannedRecord, 'name' | 'displayName' | 'sourceId'>,
  why: FailureReason,
): OutcomeFacts => ({ ...why, outcome: 'failed', hubspotId: null, name: name || (displayName ?? sourceId) });
