import type { HubspotProblem } from '@ridgeline/hubspot';

/** Why HubSpot does not take a record: a stable code, and plain words to follow the record's name. */
export interface FailureReason {
  readonly reason: string;
  readonly words: string;
}

/** By HubSpot's property codes (vendors/hubspot.md, 5). */
const byPropertyCode: Readonly<Record<string, FailureReason>> = {
  INVALID_EMAIL: { reason: 'invalid_email', words: 'does not accept the e-mail address' },
  INVALID_OPTION: { reason: 'invalid_option', words: 'does not have the option' },
  PROPERTY_DOESNT_EXIST: { reason: 'property_missing', words: 'does not have the property' },
  READ_ONLY_VALUE: { reason: 'property_read_only', words: 'does not let the property be written' },
  MISSING_REQUIRED_PROPERTY: { reason: 'property_required', words: 'requires a property that is empty' },
  MISSING_CONDITIONAL_REQUIRED_PROPERTY: {
    reason: 'property_required',
    words: 'requires a property that is empty',
  },
};

const otherProperty: FailureReason = { reason: 'invalid_value', words: 'does not accept the value' };

/** Whether a problem is a conflict with a record that exists. */
export function isConflict({ status, category }: HubspotProblem): boolean {
  return status === 409 || category === 'CONFLICT' || category === 'OBJECT_ALREADY_EXISTS';
}

/** Whether HubSpot refused the e-mail address, whatever else it refused. */
export function isInvalidEmail({ properties }: HubspotProblem): boolean {
  return properties.some(({ code }) => code === 'INVALID_EMAIL');
}

/** Names a problem by its codes. */
export function failureReason(problem: HubspotProblem): FailureReason {
  const [first] = problem.properties;
  if (first) {
    const { reason, words } = byPropertyCode[first.code] ?? otherProperty;
    return { reason, words: `HubSpot ${words}${first.name ? ` (${first.name})` : ''}` };
  }
  if (isConflict(problem)) return { reason: 'conflict', words: 'HubSpot has another contact in its place' };
  if (problem.category === 'OBJECT_NOT_FOUND') return recordGone;
  if (problem.category === 'VALIDATION_ERROR')
    return { reason: 'invalid_value', words: 'HubSpot does not accept one of the values' };
  return { reason: 'refused', words: `HubSpot refused it (${problem.category ?? String(problem.status)})` };
}

/** The record was there when it was planned, and is not any more. */
export const recordGone: FailureReason = {
  reason: 'hubspot_record_gone',
  words: 'the HubSpot contact was deleted while the migration ran',
};

/** HubSpot said neither yes nor no to the record, and it is not there. */
export const noAnswer: FailureReason = {
  reason: 'no_result',
  words: 'HubSpot gave neither a result nor an error for it',
};

/** The run ended while the write was out, and HubSpot did not answer what became of it. */
export const notConfirmed: FailureReason = {
  reason: 'not_confirmed',
  words: 'the run ended before HubSpot confirmed the write; look the contact up in HubSpot',
};
