import { describe, expect, test } from '@jest/globals';
import { problemOf, requiredScopes } from './hubspot-problem.ts';

describe("HubSpot's error bodies are read", () => {
  test('When the rejected properties are in errors and in the message, then each is named once', () => {
    const inMessage = [
      { isValid: false, message: 'x', error: 'PROPERTY_DOESNT_EXIST', name: 'roof_pitch' },
      { isValid: false, message: 'y', error: 'INVALID_EMAIL', name: 'email' },
    ];
    const problem = problemOf(400, {
      status: 'error',
      category: 'VALIDATION_ERROR',
      message: `Property values were not valid: ${JSON.stringify(inMessage)}`,
      errors: [{ message: 'x', code: 'PROPERTY_DOESNT_EXIST', context: { propertyName: ['roof_pitch'] } }],
    });
    expect(problem.properties).toEqual([
      { name: 'roof_pitch', code: 'PROPERTY_DOESNT_EXIST' },
      { name: 'email', code: 'INVALID_EMAIL' },
    ]);
    expect(problem).toMatchObject({ status: 400, category: 'VALIDATION_ERROR' });
  });

  test('When a conflict names the existing record in any of its three ways, then its id is read', () => {
    const message = 'Contact already exists. Existing ID: 123';
    expect(problemOf(409, { category: 'CONFLICT', message }).existingId).toBe('123');
    expect(problemOf(207, { category: 'CONFLICT', context: { existingId: ['456'] } }).existingId).toBe('456');
    expect(
      problemOf(409, { category: 'OBJECT_ALREADY_EXISTS', identityProfile: { vid: 789, identity: [] } })
        .existingId,
    ).toBe('789');
    expect(problemOf(409, { category: 'CONFLICT', message: 'Contact already exists' }).existingId).toBeNull();
  });

  test('When the message is a page instead of a sentence, then it is left out', () => {
    expect(problemOf(404, { message: '<html><body>Not here</body></html>' }).message).toBe('');
  });

  test('When an entry of a batch answer names its inputs, then they are read', () => {
    expect(problemOf(207, { context: { objectWriteTraceId: ['c-18'] } }).traceIds).toEqual(['c-18']);
    expect(problemOf(207, { category: 'OBJECT_NOT_FOUND', context: { ids: ['1', '2'] } }).ids).toEqual([
      '1',
      '2',
    ]);
  });

  test('When scopes are missing, then they are read from any place of the answer', () => {
    const scopes = ['crm.schemas.contacts.write'];
    for (const body of [
      { errors: [{ context: { requiredGranularScopes: scopes } }] },
      { context: { requiredScopes: scopes } },
    ])
      expect(requiredScopes(body)).toEqual(scopes);
    expect(requiredScopes({ category: 'MISSING_SCOPES' })).toEqual([]);
  });

  test('When the body is HTML, empty or of another shape, then the problem is just its status', () => {
    for (const body of [undefined, null, 'text', [], { errors: 'none', context: 5, message: 7 }])
      expect(problemOf(400, body)).toMatchObject({
        status: 400,
        category: null,
        properties: [],
        existingId: null,
      });
  });

  test('When a message lists many options, then it is cut short', () => {
    expect(problemOf(400, { message: 'x'.repeat(5_000) }).message).toHaveLength(200);
  });
});
