import { expect, test } from '@jest/globals';
import { ApiError, ConnectionError } from '@ridgeline/contracts';
import { remainsOf } from './failed-save.ts';

const failed = { call: 'save', step: null, error: new ApiError(409, 'No', null), created: false } as const;

test.each([
  ['the check fails', { call: 'check', step: 'hubspot-portal' }],
  ['a step of the save fails', { step: 'webhook', error: new ApiError(502, 'Webhook error', null) }],
  ['the save is refused', {}],
  ['no answer comes to the check', { call: 'check', error: new ConnectionError(null) }],
] as const)('When %s, then nothing was saved', (_case, difference) => {
  expect(remainsOf({ ...failed, ...difference })).toEqual({ title: 'Nothing was saved', text: null });
});

test('When properties were created before, then it says that they stay', () => {
  expect(remainsOf({ ...failed, created: true, step: 'webhook' })).toEqual({
    title: 'The connection was not saved',
    text: 'The new HubSpot properties are there and stay.',
  });
  expect(
    remainsOf({ ...failed, created: true, call: 'creation', step: 'hubspot-properties' }).text,
  ).toContain('Some of the new HubSpot properties may be there.');
});

test.each([
  ['no answer comes', new ConnectionError(null), 'Trying again without changes does not save it twice.'],
  [
    'the gateway times out',
    new ApiError(504, 'Too late', null),
    'Trying again without changes does not save it twice.',
  ],
  [
    'the server fails',
    new ApiError(500, 'Failed', null),
    'Look at the list of connections before you try again.',
  ],
])(
  'When %s while it is stored, then the form does not claim that nothing was saved',
  (_case, error, text) => {
    expect(remainsOf({ ...failed, error })).toEqual({ title: 'The connection may not be saved', text });
  },
);
