import type { FailureCode, RecordKind } from '@ridgeline/contracts';
import type { HubspotProblem } from '@ridgeline/hubspot';
import type { FailureReason } from '../plans/execution.ts';

/** By HubSpot's property codes (vendors/hubspot.md, 5). */
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

/** Whether what a write is about is not in HubSpot; associations say so of either side (10). */
function isGone({ category, subCategory }: HubspotProblem): boolean {
  return category === 'OBJECT_NOT_FOUND' || subCategory === 'crm.associations.INVALID_IDENTIFIER';
}

/** A reason in the words of its kind of record. */
export function reasonOf(reason: FailureCode, { reasons }: RecordKind): FailureReason {
  return { reason, words: reasons.failed[reason].log };
}

/** Names a problem by its codes. */
export function failureReason(problem: HubspotProblem, type: RecordKind): FailureReason {
  const [first] = problem.properties;
  if (first) {
    const { reason, words } = reasonOf(byPropertyCode[first.code] ?? 'invalid_value', type);
    return { reason, words: `${words}${first.name ? ` (${first.name})` : ''}` };
  }
  if (isConflict(problem)) return reasonOf('conflict', type);
  if (isGone(problem)) return reasonOf('hubspot_record_gone', type);
  if (problem.category === 'VALIDATION_ERROR') {
    const { words } = type.reasons.failed.invalid_value;
    return {
      reason: 'invalid_value',
      words: problem.message === '' ? words : `${words}: ${problem.message}`,
    };
  }
  const { reason, words } = reasonOf('refused', type);
  return { reason, words: `${words} (${problem.category ?? String(problem.status)})` };
}
