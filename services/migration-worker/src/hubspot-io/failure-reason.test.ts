import { contactType, jobContactKind, type FailureCode } from '@ridgeline/contracts';
import { problemOf } from '@ridgeline/hubspot';
import { describe, expect, test } from '@jest/globals';
import { failureReason, reasonOf } from './failure-reason.ts';

const refusal = (code: string, propertyName = 'salutation') =>
  problemOf(207, {
    category: 'VALIDATION_ERROR',
    errors: [{ code, context: { propertyName: [propertyName] } }],
  });

describe('A rejection by HubSpot has a stable code and plain words', () => {
  test.each([
    ['INVALID_EMAIL', 'invalid_email', 'HubSpot does not accept the email address (salutation)'],
    ['INVALID_OPTION', 'invalid_option', 'HubSpot does not have the option (salutation)'],
    ['PROPERTY_DOESNT_EXIST', 'property_missing', 'HubSpot does not have the property (salutation)'],
    ['READ_ONLY_VALUE', 'property_read_only', 'HubSpot does not let the property be written (salutation)'],
    [
      'MISSING_REQUIRED_PROPERTY',
      'property_required',
      'HubSpot requires a property that is empty (salutation)',
    ],
    ['ANYTHING_NEW', 'invalid_value', 'HubSpot does not accept the value (salutation)'],
  ])('When a property is refused with %s', (code, reason, words) => {
    expect(failureReason(refusal(code), contactType)).toEqual({
      ...{ reason, message: words },
      ...{ detail: null, field: 'salutation' },
    });
  });

  test.each([
    ['CONFLICT', 'conflict', 'HubSpot has another contact in its place'],
    ['OBJECT_ALREADY_EXISTS', 'conflict', 'HubSpot has another contact in its place'],
    ['OBJECT_NOT_FOUND', 'hubspot_record_gone', 'the HubSpot contact was deleted while the migration ran'],
    ['VALIDATION_ERROR', 'invalid_value', 'HubSpot does not accept one of the values'],
    ['ANYTHING_NEW', 'refused', 'HubSpot refused it (ANYTHING_NEW)'],
  ])('When a record is refused as %s', (category, reason, words) => {
    expect(failureReason(problemOf(207, { category }), contactType)).toEqual({
      ...{ reason, message: words },
      ...{ detail: null, field: null },
    });
  });

  test('When an association lacks one of its sides, or HubSpot gives its reason only in words, then the reason says so', () => {
    const gone = problemOf(207, {
      category: 'VALIDATION_ERROR',
      subCategory: 'crm.associations.INVALID_IDENTIFIER',
    });
    expect(failureReason(gone, jobContactKind)).toEqual({
      reason: 'hubspot_record_gone',
      ...{ detail: null, field: null },
      message:
        'the deal or the contact was deleted in HubSpot; if AccuLynx still has it, the next migration creates it again',
    });
    const full = problemOf(207, { category: 'VALIDATION_ERROR', message: 'The limit of 4 is reached.' });
    expect(failureReason(full, jobContactKind)).toEqual({
      reason: 'invalid_value',
      message: 'HubSpot does not accept the association',
      ...{ detail: 'The limit of 4 is reached.', field: null },
    });
  });

  test.each<[FailureCode, string]>([
    ['no_result', 'HubSpot gave neither a result nor an error for it'],
    ['not_confirmed', 'the run ended before HubSpot confirmed the write; look the contact up in HubSpot'],
  ])('When the outcome is unknown: %s', (code, words) => {
    expect(reasonOf(code, contactType)).toEqual({ reason: code, message: words, detail: null, field: null });
  });
});

test('When a code is in no list, then it does not compile', () => {
  // @ts-expect-error -- a failure that the contracts do not name
  const failure: FailureCode = 'no_such_failure';
  expect(Object.keys(contactType.reasons.failed)).not.toContain(failure);
});
