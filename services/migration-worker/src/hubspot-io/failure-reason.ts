import type { FailureCode, RecordKind } from '@ridgeline/contracts';
import type { HubspotProblem } from '@ridgeline/hubspot';
import type { FailureReason } from '../plans/execution.ts';

/** By HubSpot's property codes (docs/vendors/hubspot.md, 5). */
const byPropertyCode: Readonly<Record<string, FailureCode>> = {
  INVALID_EMAIL: 'invalid_email',
  INVALID_OPTION: 'invalid_option',
  PROPERTY_DOESNT_EXIST: 'property_missing',
  READ_ONLY_VALUE: 'property_read_only',
  MISSING_REQUIRED_PROPERTY: 'property_required',
  MISSING_CONDITIONAL_REQUIRED_PROPERTY: 'property_required',
};

/** Whether a problem is a conflict with a record that exists. */
export function isConflict({ status, category }: HubspotProblem): boolean {
  return status === 409 || category === 'CONFLICT' || category === 'OBJECT_ALREADY_EXISTS';
}

/** Whether the subject of a write is not in HubSpot; for associations this may concern either side (10). */
export function isGone({ category, subCategory }: HubspotProblem): boolean {
  return category === 'OBJECT_NOT_FOUND' || subCategory === 'crm.associations.INVALID_IDENTIFIER';
}

/** A reason that did not come from a vendor, in the words of the kind of record. */
export const reasonOf = (reason: FailureCode, { reasons }: RecordKind): FailureReason => ({
  reason,
  message: reasons.failed[reason].log,
  detail: null,
  field: null,
});

/** Names a problem by its codes. */
export function failureReason(problem: HubspotProblem, type: RecordKind): FailureReason {
  const [first] = problem.properties;
  const detail = problem.message === '' ? null : problem.message;
  if (first) {
    const why = reasonOf(byPropertyCode[first.code] ?? 'invalid_value', type);
    const message = `${why.message}${first.name ? ` (${first.name})` : ''}`;
    return { ...why, message, detail, field: first.name };
  }
  if (isConflict(problem)) return { ...reasonOf('conflict', type), detail };
  if (isGone(problem)) return { ...reasonOf('hubspot_record_gone', type), detail };
  if (problem.category === 'VALIDATION_ERROR') {
    const { words } = type.reasons.failed.invalid_value;
    return { ...reasonOf('invalid_value', type), message: words, detail };
  }
  const why = reasonOf('refused', type);
  return { ...why, message: `${why.message} (${problem.category ?? String(problem.status)})`, detail };
}
