import type * as wire from '@ridgeline/contracts/internal';
import type { BatchPlan, RecordIdentity, TakenKey } from '../plans/batch-plan.ts';
import type { PlannedRecord } from '../plans/planned-record.ts';

// The contract with the orchestrator calls a record's unique value its e-mail, and the pass that settles them
// `emailsOnly`. The worker calls them what they are for every kind of record: this is the one place that knows both.

/** A plan as the orchestrator stores it. */
export function planToWire({ pass, records, ...plan }: BatchPlan): wire.BatchPlan {
  return {
    ...plan,
    records: records.map(recordToWire),
    ...(pass === 'settle' ? { emailsOnly: true } : {}),
  };
}

/** A plan that an earlier worker stored. */
export function planFromWire({ emailsOnly, records, ...plan }: wire.BatchPlan): BatchPlan {
  return {
    ...plan,
    records: records.map(recordFromWire),
    ...(emailsOnly ? { pass: 'settle' } : {}),
  };
}

export const identityFromWire = ({ emailTakenBy, ...identity }: wire.RecordIdentity): RecordIdentity => ({
  ...identity,
  keyTakenBy: emailTakenBy,
});

export const takenFromWire = ({ kind, ...taken }: wire.TakenKey): TakenKey => ({
  ...taken,
  kind: kind === 'email' ? 'key' : kind,
});

function recordToWire({ key, warnings, ...record }: PlannedRecord): wire.PlannedRecord {
  return { ...record, warnings: [...warnings], ...(key === undefined ? {} : { email: key }) };
}

/** The codes of a plan from a worker of another version are passed on as they stand: they are only told, never decided by. */
function recordFromWire({ email, ...record }: wire.PlannedRecord): PlannedRecord {
  return { ...(record as PlannedRecord), ...(email === undefined ? {} : { key: email }) };
}
